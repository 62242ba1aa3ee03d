// npm test [-- <stage or part of a path> …]

import { sentenceFor } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { select } from '../test/stages.js';
import { summaryOf } from '../test/summary.js';
import { runTests } from '../test/test-run.js';

const outcomes = await runTests({ ...select(process.argv.slice(2)), signal: onInterruption() }).catch((error: unknown) => [
  { stage: 'set-up', seconds: 0, passed: 0, failures: [sentenceFor(error)] },
]);
const { text, failed } = summaryOf(outcomes);
console.log(text);
process.exit(failed === 0 ? 0 : 1);
