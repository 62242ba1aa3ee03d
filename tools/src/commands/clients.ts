// npm run test:clients: stock clients against a suite, all that there is of them, while every service is killed in turn. Writes the tables
// of docs/clients.md as the run went.
import { sentenceFor } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { summaryOf } from '../test/summary.js';
import { runTests } from '../test/test-run.js';

try {
  const outcomes = await runTests({
    stages: ['clients'],
    paths: [],
    environment: { PARLEY_CLIENTS_WHOLE: '1' },
    isDurable: true,
    signal: onInterruption(),
  });
  const { text, failed } = summaryOf(outcomes);
  console.log(text);
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  console.error(sentenceFor(error));
  process.exit(1);
}
