import { expect, it } from '@jest/globals';
import { loadConfig } from '@parley/runtime';
import { directoryConfig } from './config.js';

const environment = { NATS_URL: 'nats://localhost', PARLEY_CALLER_SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://localhost/directory' };
const cellsOf = (CELLS: string) => loadConfig(directoryConfig, { ...environment, CELLS }).CELLS;

it('names the cells', () => {
  expect([cellsOf(''), cellsOf('cell-1'), cellsOf('cell-1,eu')]).toEqual([[], ['cell-1'], ['cell-1', 'eu']]);
});

it.each(['Cell', 'cell 1', 'cell-1,', 'a.b', '1'])('refuses the cells %j', (text) => {
  expect(() => cellsOf(text)).toThrow('CELLS: must be names with commas, such as cell-1,cell-2');
});

it('refuses a cell that is named twice', () => {
  expect(() => cellsOf('cell-1,cell-1')).toThrow('CELLS: must not name a cell twice');
});
