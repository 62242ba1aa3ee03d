import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { ApiError, SYSTEM_VISITOR } from '@parley/contracts';
import type { UserRow } from '@parley/testing';
import { eventually } from './eventually.js';
import { held, holdRegistrations, readingAtOnce, spectated } from './register-parts-stub.js';
import { ServiceFixture } from './service-fixture.js';

jest.setTimeout(180_000);

const CLIENTS = 120;
const MAX_REGISTRATIONS = 2;
const REGISTRATION_LINE = 10;
/** Registrations that one replica runs or queues. */
const ROOM = MAX_REGISTRATIONS + REGISTRATION_LINE;
/** Clients of this test retry sooner than Retry-After says, to keep the test short. */
const SECOND_MS = 50;
const PATIENCE_MS = 60_000;

const limits = {
  MAX_REGISTRATIONS: String(MAX_REGISTRATIONS),
  REGISTRATION_LINE: String(REGISTRATION_LINE),
  REGISTRATION_WAIT_SECONDS: '14',
};

let fixture: ServiceFixture;
afterEach(async () => {
  held.until = null;
  await fixture.close();
});

it('admits all clients that return at once, a few at a time; refused ones get a Retry-After', async () => {
  const replicas = 2;
  fixture = await ServiceFixture.open(limits, undefined, replicas);
  const user = await fixture.rows.user(await fixture.rows.organization());
  const refusals: number[] = [];
  const hold = holdRegistrations();
  const clients = Array.from({ length: CLIENTS }, () => comeBack(user, refusals));
  await eventually('those for whom there is no room are refused', () => refusals.length >= CLIENTS - replicas * ROOM, PATIENCE_MS);
  hold.end();
  const queues = await Promise.all(clients);

  expect(new Set(queues).size).toBe(CLIENTS);
  expect(readingAtOnce.most).toBeLessThanOrEqual(replicas * MAX_REGISTRATIONS);
  // The slower the machine, the longer the Retry-After. Clients get different values.
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

// Each case has a service of its own, because earlier durations affect the length of the queue.
it.each(crowds)('%s registers before most of a crowd that came earlier', async (who, registrations) => {
  fixture = await ServiceFixture.open(limits, undefined, 1);
  const crowded = await fixture.rows.user(await fixture.rows.organization());
  const quiet = await fixture.rows.user(await fixture.rows.organization());
  const { ofCrowd, ofOther } = registrations(crowded, quiet);
  const hold = holdRegistrations();
  const ended: string[] = [];
  const register = (name: string, registration: () => Promise<unknown>) =>
    registration().then(
      () => ended.push(name),
      () => ended.push('refused'),
    );
  const crowd = Array.from({ length: ROOM }, () => register('crowd', ofCrowd));
  await eventually('the line is full', async () => (await fixture.waitingRegistrations()) === REGISTRATION_LINE, PATIENCE_MS);

  const other = register(who, ofOther);
  await eventually('the newest of the crowd makes room', () => ended.length === 1, PATIENCE_MS);
  hold.end();
  await Promise.all([...crowd, other]);
  expect(ended.filter((each) => each === 'refused')).toHaveLength(1);
  expect(ended.filter((each) => each !== 'refused').slice(0, ROOM / 2)).toContain(who);
});

/** Behaves like a client: registers, and retries after Retry-After if it is refused with 503. */
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
