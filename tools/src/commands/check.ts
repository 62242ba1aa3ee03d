import { checkWorkspace } from '../check/check-workspace.js';
import { sentenceFor } from '../terminal/clear-error.js';

try {
  process.exitCode = await checkWorkspace(process.argv.slice(2), console.log);
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
