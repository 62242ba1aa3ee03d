import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type InputOf, type OutputOf, type ServiceCall, SYSTEM_VISITOR } from '@parley/contracts';
import {
  changePlace,
  directoryAlive,
  findPlace,
  listCells,
  listPlaces,
  placeChanged,
  releasePlace,
  removePlace,
  reservePlace,
  setCell,
  settlePlace,
} from '@parley/contracts/directory';
import { Prisma } from '@parley/persistence';
import { expectSoon, TestSuite, testDatabase } from '@parley/testing';
import { directoryConfig } from '../src/config.js';
import { DirectoryModule } from '../src/directory.module.js';

let suite: TestSuite;
const announced: OutputOf<typeof findPlace>['version'][] = [];
const alive: number[] = [];
beforeAll(async () => {
  suite = await TestSuite.open(await testDatabase('directory'));
  suite.nats.bus.subscribe(placeChanged, ({ version }) => void announced.push(version));
  suite.nats.bus.subscribe(directoryAlive, ({ version }) => void alive.push(version));
  await suite.start('directory', DirectoryModule, directoryConfig, { CELLS: 'cell-1,cell-2' });
});
afterAll(() => suite.close());
beforeEach(async () => {
  await suite.database.direct.$executeRaw(Prisma.sql`DELETE FROM place`);
  await suite.database.direct.$executeRaw(Prisma.sql`UPDATE cell SET capacity = NULL, is_open = true`);
  announced.length = 0;
});

const ask = <I, O>(call: ServiceCall<I, O>, input: NoInfer<I>): Promise<O> => suite.rpc.call(call, input, SYSTEM_VISITOR);
const find = async (stringId: string) => (await ask(findPlace, { stringId })).place;
const outcomeOf = async (answer: Promise<{ outcome: string }>) => (await answer).outcome;
const reserve = (stringId: string, cell: string | null = null) => outcomeOf(ask(reservePlace, { stringId, cell }));
const settle = (stringId: string, organizationId: number, cell: string) => outcomeOf(ask(settlePlace, { stringId, organizationId, cell }));

describe('a new organization', () => {
  it('is reserved, and settled when its cell has it', async () => {
    expect(await ask(reservePlace, { stringId: 'acme', cell: 'cell-2' })).toMatchObject({ outcome: 'reserved', place: { cell: 'cell-2' } });
    expect(await find('acme')).toEqual({ stringId: 'acme', organizationId: null, cell: 'cell-2', state: 'creating', target: null });
    expect(await settle('acme', 7, 'cell-2')).toBe('settled');
    const place = { stringId: 'acme', organizationId: 7, cell: 'cell-2', state: 'active', target: null };
    expect([await find('acme'), (await ask(findPlace, { organizationId: 7 })).place]).toEqual([place, place]);
  });

  it('goes to the open cell with most room', async () => {
    await ask(setCell, { name: 'cell-1', capacity: 2 });
    await ask(setCell, { name: 'cell-2', capacity: 3 });
    const cells = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const reserved = await ask(reservePlace, { stringId: name, cell: null });
      cells.push('place' in reserved ? reserved.place.cell : reserved.outcome);
    }
    expect(cells).toEqual(['cell-2', 'cell-1', 'cell-2', 'cell-1', 'cell-2']);
    expect(await reserve('f')).toBe('no-room');
    expect((await ask(listPlaces, { after: 'c' })).places.map(({ stringId }) => stringId)).toEqual(['d', 'e']);
  });

  it.each([
    ['an unknown cell', 'cell-9', 'unknown-cell'],
    ['a full cell', 'cell-1', 'full-cell'],
    ['a closed cell', 'cell-2', 'closed-cell'],
  ])('is refused in %s, and nothing is reserved', async (_, cell, outcome) => {
    await ask(setCell, { name: 'cell-1', capacity: 0 });
    await ask(setCell, { name: 'cell-2', isOpen: false });
    expect(await reserve('acme', cell)).toBe(outcome);
    expect(await find('acme')).toBeNull();
    expect(announced).toEqual([]);
  });

  it('that was reserved and not settled can be reserved again in its cell, and released', async () => {
    await reserve('acme', 'cell-2');
    expect([await reserve('acme'), await reserve('acme', 'cell-2'), await reserve('acme', 'cell-1')]).toEqual([
      'reserved',
      'reserved',
      'taken',
    ]);
    await ask(releasePlace, { stringId: 'acme', cell: 'cell-1' });
    expect(await find('acme')).not.toBeNull();
    await ask(releasePlace, { stringId: 'acme', cell: 'cell-2' });
    expect(await find('acme')).toBeNull();
  });

  it('never takes the name or the place of another one', async () => {
    await settle('acme', 7, 'cell-1');
    await reserve('other', 'cell-2');
    expect(await reserve('acme')).toBe('taken');
    const settled = [settle('acme', 8, 'cell-1'), settle('acme', 7, 'cell-2'), settle('third', 7, 'cell-1'), settle('other', 9, 'cell-1')];
    expect(await Promise.all(settled)).toEqual(['taken', 'taken', 'taken', 'taken']);
    expect(await settle('acme', 7, 'cell-1')).toBe('settled');
    expect(await settle('new', 10, 'cell-9')).toBe('unknown-cell');
    await ask(releasePlace, { stringId: 'acme', cell: 'cell-1' });
    expect(await find('acme')).toMatchObject({ organizationId: 7, state: 'active' });
  });

  it('of many at once never exceeds the capacity', async () => {
    await ask(setCell, { name: 'cell-1', capacity: 3 });
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => reserve(`o${n}`, 'cell-1')));
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(3);
    const { cells } = await ask(listCells, {});
    expect(cells).toEqual([
      { name: 'cell-1', capacity: 3, isOpen: true, organizations: 3 },
      { name: 'cell-2', capacity: null, isOpen: true, organizations: 0 },
    ]);
  });
});

it('an organization that was deleted has no place, unless it lives elsewhere', async () => {
  await settle('acme', 7, 'cell-1');
  await ask(removePlace, { organizationId: 7, cell: 'cell-2' });
  expect(await find('acme')).not.toBeNull();
  await ask(removePlace, { organizationId: 7, cell: 'cell-1' });
  expect(await find('acme')).toBeNull();
  expect(await reserve('acme')).toBe('reserved');
});

describe('a move', () => {
  const here = { cell: 'cell-1', state: 'active', target: null } as const;
  const moving = { cell: 'cell-1', state: 'moving', target: 'cell-2' } as const;
  const there = { cell: 'cell-2', state: 'active', target: null } as const;
  const change = (from: InputOf<typeof changePlace>['from'], to: InputOf<typeof changePlace>['to']) =>
    outcomeOf(ask(changePlace, { organizationId: 7, from, to }));
  beforeEach(() => settle('acme', 7, 'cell-1'));

  it('goes through its states, and each step may be repeated', async () => {
    expect([await change(here, moving), await change(here, moving)]).toEqual(['changed', 'changed']);
    expect(await find('acme')).toMatchObject(moving);
    expect([await change(moving, there), await change(moving, there)]).toEqual(['changed', 'changed']);
    expect(await find('acme')).toMatchObject(there);
  });

  it('is refused if the place is another one', async () => {
    expect(await change(moving, there)).toBe('conflict');
    expect(await outcomeOf(ask(changePlace, { organizationId: 8, from: here, to: moving }))).toBe('conflict');
    expect(await find('acme')).toMatchObject(here);
  });

  it('counts in both cells until it ends, and needs room in the target', async () => {
    await ask(setCell, { name: 'cell-2', capacity: 1 });
    await reserve('other', 'cell-2');
    expect(await change(here, moving)).toBe('full-cell');
    await ask(releasePlace, { stringId: 'other', cell: 'cell-2' });
    expect(await change(here, moving)).toBe('changed');
    expect(await reserve('other', 'cell-2')).toBe('full-cell');
    expect(await change(moving, there)).toBe('changed');
    expect(await change(there, { ...there, state: 'moving', target: 'cell-9' })).toBe('unknown-cell');
  });
});

it('each change is announced with the next number, and the number is repeated each second', async () => {
  const { version } = await ask(findPlace, { stringId: 'acme' });
  await reserve('acme', 'cell-1');
  await settle('acme', 7, 'cell-1');
  // Changes nothing.
  await settle('acme', 7, 'cell-1');
  await expectSoon(async () => announced, [version + 1, version + 2]);
  expect((await ask(findPlace, { stringId: 'acme' })).version).toBe(version + 2);
  await expectSoon(async () => alive.at(-1), version + 2);
});

it('a cell that does not exist has no settings', async () => {
  expect(await outcomeOf(ask(setCell, { name: 'cell-9', capacity: 1 }))).toBe('unknown-cell');
});
