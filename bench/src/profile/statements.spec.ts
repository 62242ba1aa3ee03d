import { expect, it } from '@jest/globals';
import { statementsSection } from './statements.js';

it('shows the tables of a statement, and its time, rows and pages per call', () => {
  const query = '/* prepared */\n SELECT m.id FROM message m\n JOIN topic t ON t.id = m.topic_id JOIN message o ON true';
  const { lines } = statementsSection([{ query, calls: 4, plans: 1, plan_ms: 2, run_ms: 10, rows: 8, blocks: 400 }]);
  expect(lines).toEqual([
    ['message topic', '4', '1', '0.50', '2.50', '2.00', '100', 'SELECT m.id FROM message m JOIN topic t ON t.id = m.topic_id'],
  ]);
});
