import { commandLine } from './command-line.js';
import { processTerminal } from './terminal.js';

// Never rejects: each error becomes a line on the terminal and an exit code.
void commandLine(process.argv.slice(2), processTerminal).then((exitCode) => {
  process.exitCode = exitCode;
});
