import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { parseReplicas } from './services.js';
import { cellNames, cellOfProcess, checkCells } from './suite-cells.js';

const folders = new ScratchFolders();
afterAll(() => folders.remove());

const check = (given: Partial<Parameters<typeof checkCells>[0]>) =>
  checkCells({ cells: [], directory: folders.make('cells'), givenStores: {}, replicas: {}, ...given });

it('one cell has no name', () => {
  expect([cellNames(1), cellNames(2)]).toEqual([[], ['cell-1', 'cell-2']]);
  expect([cellOfProcess('messaging-1'), cellOfProcess('cell-2-messaging-1')]).toEqual([undefined, 'cell-2']);
});

it('cells with data are not left out, and may be added', () => {
  const directory = folders.make('cells');
  mkdirSync(join(directory, 'stores/cell-2'), { recursive: true });
  mkdirSync(join(directory, 'stores/postgres'), { recursive: true });
  expect(() => check({ directory })).toThrow(
    /^The data in .* has 2 cells: start it with --cells 2, or start over with npm start -- --reset\.$/,
  );
  check({ directory, cells: cellNames(2) });
  check({ directory, cells: cellNames(3) });
});

it('cells have stores of their own', () => {
  expect(() => check({ cells: cellNames(2), givenStores: { redis: 'redis://localhost' } })).toThrow(
    '--cells runs stores of its own: leave out DATABASE_URL, REDIS_URL and NATS_URL.',
  );
  check({ givenStores: { redis: 'redis://localhost' } });
});

it('replicas are those of cells that run', () => {
  const replicas = parseReplicas('event-queue=2,cell-2-event-queue=3,gateway=2');
  check({ cells: cellNames(2), replicas });
  expect(() => check({ replicas })).toThrow('This suite has no cell-2-event-queue.');
  expect(() => check({ cells: cellNames(2), replicas: parseReplicas('cell-2-gateway=2') })).toThrow(
    'This suite has no cell-2-gateway: gateways serve all cells.',
  );
});
