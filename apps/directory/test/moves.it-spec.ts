import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ServiceCall, SYSTEM_VISITOR } from '@parley/contracts';
import {
  beginMove,
  cancelMove,
  changePlace,
  endMove,
  findPlace,
  listCells,
  listMoves,
  noteMoveStep,
  setCell,
  settlePlace,
} from '@parley/contracts/directory';
import { Prisma } from '@parley/persistence';
import { TestSuite, testDatabase } from '@parley/testing';
import { directoryConfig } from '../src/config.js';
import { DirectoryModule } from '../src/directory.module.js';

const ACME = 7;
const HERE = { cell: 'cell-1', state: 'active', target: null } as const;
const MOVING = { cell: 'cell-1', state: 'moving', target: 'cell-2' } as const;
const THERE = { cell: 'cell-2', state: 'active', target: null } as const;

let suite: TestSuite;
beforeAll(async () => {
  suite = await TestSuite.open(await testDatabase('directory'));
  await suite.start('directory', DirectoryModule, directoryConfig, { CELLS: 'cell-1,cell-2,cell-3' });
});
afterAll(() => suite.close());
beforeEach(async () => {
  await suite.database.direct.$executeRaw(Prisma.sql`DELETE FROM move`);
  await suite.database.direct.$executeRaw(Prisma.sql`DELETE FROM place`);
  await suite.database.direct.$executeRaw(Prisma.sql`UPDATE cell SET capacity = NULL`);
  await ask(settlePlace, { stringId: 'acme', organizationId: ACME, cell: 'cell-1' });
});

const ask = <I, O>(call: ServiceCall<I, O>, input: NoInfer<I>): Promise<O> => suite.rpc.call(call, input, SYSTEM_VISITOR);
const begin = async (target: string, organizationId = ACME) => (await ask(beginMove, { organizationId, target })).outcome;
const cancel = async () => (await ask(cancelMove, { organizationId: ACME })).outcome;
const note = async (step: 'copying' | 'switching' | 'left') => (await ask(noteMoveStep, { organizationId: ACME, step })).outcome;
const change = async (from: typeof HERE | typeof MOVING, to: typeof HERE | typeof MOVING | typeof THERE) =>
  (await ask(changePlace, { organizationId: ACME, from, to })).outcome;
const organizationsIn = async (cell: string) => (await ask(listCells, {})).cells.find(({ name }) => name === cell)?.organizations;

describe('a move', () => {
  it('is recorded once, with its steps, and forgotten at its end', async () => {
    expect([await begin('cell-2'), await begin('cell-2')]).toEqual(['begun', 'begun']);
    const [move] = (await ask(listMoves, {})).moves;
    expect(move).toMatchObject({ organizationId: ACME, stringId: 'acme', source: 'cell-1', target: 'cell-2', step: 'copying' });
    expect(Math.abs((move?.startedAt ?? 0) - Date.now() / 1000)).toBeLessThan(600);
    expect([await note('switching'), await change(HERE, MOVING), await change(MOVING, THERE), await note('left')]).toEqual([
      'noted',
      'changed',
      'changed',
      'noted',
    ]);
    expect(await begin('cell-3')).toBe('other-move');
    await ask(endMove, { organizationId: ACME });
    expect((await ask(listMoves, {})).moves).toEqual([]);
    expect(await begin('cell-1')).toBe('begun');
  });

  it('is refused where it cannot go', async () => {
    expect([await begin('cell-1'), await begin('cell-9'), await begin('cell-2', 99)]).toEqual(['there', 'unknown-cell', 'no-place']);
    expect((await ask(listMoves, {})).moves).toEqual([]);
    await begin('cell-2');
    expect(await begin('cell-3')).toBe('other-move');
  });

  it('keeps room in its target from the beginning, and needs no more of it later', async () => {
    await ask(setCell, { name: 'cell-2', capacity: 1 });
    expect([await begin('cell-2'), await organizationsIn('cell-2')]).toEqual(['begun', 1]);
    await ask(settlePlace, { stringId: 'other', organizationId: 8, cell: 'cell-1' });
    expect(await begin('cell-2', 8)).toBe('full-cell');
    await note('switching');
    expect([await change(HERE, MOVING), await organizationsIn('cell-2')]).toEqual(['changed', 1]);
    expect([await change(MOVING, THERE), await organizationsIn('cell-2'), await organizationsIn('cell-1')]).toEqual(['changed', 1, 1]);
    await note('left');
    expect(await organizationsIn('cell-1')).toBe(1);
  });

  it('that is cancelled goes no further, and is not forgotten before its copy is deleted', async () => {
    await begin('cell-2');
    await ask(endMove, { organizationId: ACME });
    expect((await ask(listMoves, {})).moves).toHaveLength(1);
    expect([await cancel(), await note('switching'), await note('left'), await cancel()]).toEqual([
      'cancelling',
      'refused',
      'refused',
      'cancelling',
    ]);
    expect(await begin('cell-2')).toBe('other-move');
    await ask(endMove, { organizationId: ACME });
    expect((await ask(listMoves, {})).moves).toEqual([]);
    expect([await note('copying'), await cancel()]).toEqual(['refused', 'refused']);
  });

  it('that is cancelled in the switch lives in its source, and a change that comes late is refused', async () => {
    await begin('cell-2');
    await note('switching');
    await change(HERE, MOVING);
    expect(await cancel()).toBe('cancelling');
    expect((await ask(findPlace, { organizationId: ACME })).place).toMatchObject(HERE);
    expect([await change(MOVING, THERE), await change(HERE, MOVING)]).toEqual(['conflict', 'conflict']);
    expect((await ask(findPlace, { organizationId: ACME })).place).toMatchObject(HERE);
  });

  it('that is done cannot be cancelled', async () => {
    await begin('cell-2');
    await note('switching');
    await change(HERE, MOVING);
    await change(MOVING, THERE);
    expect(await cancel()).toBe('there');
    expect((await ask(listMoves, {})).moves).toMatchObject([{ step: 'switching' }]);
    await note('left');
    expect(await cancel()).toBe('refused');
  });
});
