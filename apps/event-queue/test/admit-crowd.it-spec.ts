import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ApiError, SYSTEM_VISITOR } from '@parley/contracts';
import type { UserRow } from '@parley/testing';
import { eventually } from './eventually.js';
import { held, readingAtOnce, spectated } from './register-parts-stub.js';
import { ServiceFixture } from './service-fixture.js';

jest.setTimeout(120_000);

const CLIENTS = 120;
const REPLICAS = 2;
const MAX_REGISTRATIONS = 2;
const REGISTRATION_LINE = 15;
/** Clients of this test come again sooner than they are told, so that it is short. */
const SECOND_MS = 50;

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open({
    MAX_REGISTRATIONS: String(MAX_REGISTRATIONS),
    REGISTRATION_LINE: String(REGISTRATION_LINE),
  });
});
afterAll(() => fixture.close());

it('clients that all come back at once are admitted without failing, a few at a time; the others are told when to come again', async () => {
  const user = await fixture.rows.user(await fixture.rows.organization());
  const refusals: number[] = [];
  const queues = await Promise.all(Array.from({ length: CLIENTS }, () => comeBack(user, refusals)));

  expect(new Set(queues).size).toBe(CLIENTS);
  expect(readingAtOnce.most).toBeLessThanOrEqual(REPLICAS * MAX_REGISTRATIONS);
  // The line was full at first, and those who were refused are not told to come again at the same moment.
  expect(refusals.length).toBeGreaterThanOrEqual(CLIENTS - REPLICAS * (MAX_REGISTRATIONS + REGISTRATION_LINE));
  expect(Math.min(...refusals)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...refusals)).toBeLessThanOrEqual(120);
  expect(new Set(refusals).size).toBeGreaterThan(1);
});

const crowds: [string, (crowded: UserRow, quiet: UserRow) => { ofCrowd: () => Promise<unknown>; ofOther: () => Promise<unknown> }][] = [
  [
    'a person of another organization',
    (crowded, quiet) => ({ ofCrowd: () => fixture.register(crowded), ofOther: () => fixture.register(quiet) }),
  ],
  [
    'a visitor of another organization',
    (crowded, quiet) => {
      spectated.organizationId = quiet.organizationId;
      return { ofCrowd: () => fixture.register(crowded), ofOther: () => fixture.registerAsVisitor() };
    },
  ],
  [
    'a visitor with another address',
    (crowded) => {
      spectated.organizationId = crowded.organizationId;
      const from = (address: string) => () => fixture.registerAsVisitor({}, { ...SYSTEM_VISITOR, address });
      return { ofCrowd: from('192.0.2.1'), ofOther: from('192.0.2.2') };
    },
  ],
];

it.each(crowds)('%s is registered before most of a crowd that came earlier', async (who, registrations) => {
  const crowded = await fixture.rows.user(await fixture.rows.organization());
  const quiet = await fixture.rows.user(await fixture.rows.organization());
  const { ofCrowd, ofOther } = registrations(crowded, quiet);
  const hold = holdRegistrations();
  const room = REPLICAS * (MAX_REGISTRATIONS + REGISTRATION_LINE);
  const ended: string[] = [];
  const register = (name: string, registration: () => Promise<unknown>) =>
    registration().then(
      () => ended.push(name),
      () => ended.push('refused'),
    );
  const refused = () => ended.filter((each) => each === 'refused').length;
  const crowd = Array.from({ length: 2 * room }, () => register('crowd', ofCrowd));
  await eventually('the lines are full', async () => (await fixture.waitingRegistrations()) === REPLICAS * REGISTRATION_LINE);
  await eventually('the others are refused', () => refused() === room);

  const other = register(who, ofOther);
  // The line is full, so the newest of the crowd makes room for it.
  await eventually('it waits in line', () => refused() === room + 1);
  hold.end();
  await Promise.all([...crowd, other]);
  const served = ended.filter((each) => each !== 'refused');
  expect(served).toHaveLength(room);
  expect(served.slice(0, room / 2)).toContain(who);
});

/** From now on no registration ends, until `end` is called. */
function holdRegistrations(): { end: () => void } {
  let release: () => void = () => undefined;
  held.until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const end = () => {
    held.until = null;
    release();
  };
  return { end };
}

/** As a client does: registers, and where it is sent away with 503 comes again after Retry-After. */
async function comeBack(user: UserRow, refusals: number[]): Promise<string> {
  for (;;) {
    try {
      const { queue_id } = await fixture.register(user);
      return String(queue_id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || error.retryAfterSeconds === undefined) throw error;
      refusals.push(error.retryAfterSeconds);
      await delay(error.retryAfterSeconds * SECOND_MS);
    }
  }
}
