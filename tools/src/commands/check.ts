// npm run check [-- --rule <name>] [--list] [--fix] [--json <file>]
import { checkWorkspace } from '../check/check-workspace.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(() => checkWorkspace(process.argv.slice(2), console.log));
