// npm run build
import { buildProjects } from '../build/build-projects.js';
import { onInterruption } from '../terminal/interruption.js';
import { terminalProgress } from '../terminal/progress.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(() => buildProjects(terminalProgress(), onInterruption()));
