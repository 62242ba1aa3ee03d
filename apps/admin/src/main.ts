import { commandLine } from './command-line.js';
import { processTerminal } from './terminal.js';

commandLine(process.argv.slice(2), processTerminal).then((exitCode) => {
  process.exitCode = exitCode;
});
