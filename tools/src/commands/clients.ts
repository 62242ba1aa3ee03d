// npm run test:clients: stock clients against a suite. Writes the tables of docs/clients.md as the run went.
import { sentenceFor } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { summaryOf } from '../test/summary.js';
import { runTests } from '../test/test-run.js';

try {
  const outcomes = await runTests({
    stages: ['clients'],
    paths: [],
    environment: { PARLEY_WRITE_CLIENT_TABLES: '1' },
    signal: onInterruption(),
  });
  const { text, failed } = summaryOf(outcomes);
  console.log(text);
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  console.error(sentenceFor(error));
  process.exit(1);
}
