import { expect, it } from '@jest/globals';
import { CommandError } from '../command-error.js';
import { checkOrigins } from './check-cells.js';

it('refuses a target that has fewer replication origins than tables are copied, and one for the changes', () => {
  expect(() => checkOrigins('cell-2', 61, 60)).not.toThrow();
  expect(() => checkOrigins('cell-2', 60, 60)).toThrow(CommandError);
  expect(() => checkOrigins('cell-2', 10, 60)).toThrow('PostgreSQL of cell-2 has 10 free replication origins, and a move needs 61');
});
