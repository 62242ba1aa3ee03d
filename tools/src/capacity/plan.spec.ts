import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { repositoryPath } from '../repository.js';
import { type Amounts, amounts, type BenchFigures, type Part } from './bench-figures.js';
import { loadOf } from './load-options.js';
import { CONNECTIONS_PER_PROCESS, HELD_POLLS_PER_GATEWAY, HISTORY_CONNECTIONS, type Load, planFor } from './plan.js';
import { shownPlan } from './shown.js';

const only = (given: Partial<Record<Part, number>>): Amounts => amounts((part) => given[part] ?? 0);
const NONE = only({});
const FREE: BenchFigures = {
  source: 'a test',
  send: NONE,
  delivery: NONE,
  registration: NONE,
  presence: NONE,
  poll: NONE,
  idle: NONE,
  sleepers: NONE,
  memory: NONE,
  queueMemory: NONE,
  heldPollMemory: NONE,
  sendsOfOneOrganization: 500,
};
const SMALL: Load = {
  organizations: 10,
  online: 100,
  sendsPerSecond: 1,
  recipients: 1,
  registrationsPerSecond: 1,
  postgresCores: 4,
  natsCores: 4,
  use: 0.5,
};
const planned = (load: Partial<Load>, figures: Partial<BenchFigures>) => {
  const plan = planFor({ ...SMALL, ...load }, { ...FREE, ...figures });
  return { ...plan, of: (part: Part) => plan.parts.find((each) => each.part === part) };
};

describe('a plan', () => {
  it('has two of each service and one of each store, if nothing costs anything', () => {
    const plan = planned({}, {});
    expect(plan.parts.map(({ part, units }) => [part, units])).toEqual([
      ...['gateway', 'messaging', 'event-queue', 'channels', 'organization', 'settings', 'invitations', 'notifications'].map((part) => [
        part,
        2,
      ]),
      ...['postgres', 'redis', 'nats'].map((part) => [part, 1]),
    ]);
    expect(plan.cells).toBe(1);
  });

  it('gives a process half of a core: 1,000 sends of 2 ms are 2 cores, which need 4 processes', () => {
    const messaging = planned({ sendsPerSecond: 1_000 }, { send: only({ messaging: 2 }) }).of('messaging');
    expect(messaging).toMatchObject({ cores: 2, units: 4, shareOfOne: 0.25 });
  });

  it('adds up what each kind of work costs', () => {
    const work = {
      send: only({ gateway: 1 }),
      delivery: only({ gateway: 0.1 }),
      registration: only({ gateway: 20 }),
      presence: only({ gateway: 4 }),
      poll: only({ gateway: 0.5 }),
      idle: only({ gateway: 3 }),
      sleepers: only({ gateway: 10 }),
    };
    const load = { sendsPerSecond: 10, recipients: 5, registrationsPerSecond: 2, online: 6_000, organizations: 50_000 };
    // 10 sends: 10 ms; 50 deliveries: 5; 2 registrations: 40; 6,000 / 60 reports: 400; 6,000 / 50 - 50 empty polls: 35; idle 3; sleepers 5.
    expect(planned(load, work).of('gateway')?.cores).toBeCloseTo(0.498, 9);
  });

  it('has no empty polls where messages end all of them', () => {
    expect(planned({ online: 50, sendsPerSecond: 10 }, { poll: only({ gateway: 100 }) }).of('gateway')?.cores).toBe(0);
  });

  it('needs a cell for each PostgreSQL that is full, and its services in each of them', () => {
    // 9 cores of PostgreSQL, 2 for each of 4 cores that is half used.
    const plan = planned({ sendsPerSecond: 1_000 }, { send: only({ postgres: 9, messaging: 3 }) });
    expect(plan.cells).toBe(5);
    // 3 cores are 6 processes, and 2 in each cell are 10.
    expect([plan.of('postgres')?.units, plan.of('messaging')?.units, plan.of('redis')?.units]).toEqual([5, 10, 5]);
    expect(plan.of('gateway')?.units).toBe(2);
  });

  it('has as many gateways as held polls need', () => {
    expect(planned({ online: 60_001 }, {}).of('gateway')?.units).toBe(4);
    expect(planned({ online: 60_001 }, {}).of('gateway')?.shareOfOne).toBeCloseTo(20_000 / 60_001, 9);
  });

  it('counts the connections of one cell: seven services of two, and the history of messaging', () => {
    expect(planned({}, {}).connectionsPerCell).toBe(14 * 10 + 2 * 8);
  });

  it('counts memory of processes, queues and held polls', () => {
    const memory = { memory: only({ gateway: 100 }), queueMemory: only({ redis: 3 }), heldPollMemory: only({ gateway: 10 }) };
    const plan = planned({ online: 10_000 }, memory);
    expect([plan.of('gateway')?.memory, plan.of('redis')?.memory]).toEqual([300, 30]);
  });

  it('says what is full first', () => {
    const plan = planned({ sendsPerSecond: 1_000 }, { send: only({ messaging: 2, redis: 1 }), sendsOfOneOrganization: 520 });
    expect(shownPlan(plan)).toContain('With one of each, full first: messaging at 25 % of this load, then redis at 50 %.');
    expect(shownPlan(plan)).toContain('beyond 520 sends a second');
  });
});

it('its settings are those of the suite', () => {
  const operations = readFileSync(repositoryPath('docs/operations.md'), 'utf8');
  expect(operations).toContain(
    `\`MAX_HELD_POLLS\`, \`MAX_CALLS\`, \`MAX_UPLOADS\` | gateway | ${HELD_POLLS_PER_GATEWAY.toLocaleString('en-US')},`,
  );
  expect(operations).toContain(`| \`DATABASE_POOL\` | services | connections per process, ${CONNECTIONS_PER_PROCESS} |`);
  expect(operations).toMatch(new RegExp(`DATABASE_HISTORY_POOL.*apart from those for sends, ${HISTORY_CONNECTIONS};`));
});

const GIVEN = { organizations: '100', online: '3600', 'sends-per-second': '0.5' };

describe('options', () => {
  it('have defaults', () => {
    expect(loadOf(GIVEN)).toEqual({
      organizations: 100,
      online: 3_600,
      sendsPerSecond: 0.5,
      recipients: 10,
      registrationsPerSecond: 1,
      postgresCores: 16,
      natsCores: 4,
      use: 0.5,
    });
  });

  it.each([
    [{ online: undefined }, '--online is missing: npm run capacity -- --help shows the options.'],
    [{ online: '0' }, '--online 0: it takes a whole number above 0, without separators.'],
    [{ online: '1,000' }, '--online 1,000: it takes a whole number above 0, without separators.'],
    [{ online: '1.5' }, '--online 1.5: it takes a whole number above 0, without separators.'],
    [{ online: '-1' }, '--online -1: it takes a whole number above 0, without separators.'],
    [{ online: '9999999999999' }, '--online 9999999999999: it takes a whole number above 0, without separators.'],
    [{ 'sends-per-second': 'many' }, '--sends-per-second many: it takes a number above 0, without separators.'],
    [{ use: '101' }, '--use 101: it takes a number of per cent, from 1 to 100.'],
  ])('%j is refused', (wrong, sentence) => {
    expect(() => loadOf({ ...GIVEN, ...wrong })).toThrow(sentence);
  });
});
