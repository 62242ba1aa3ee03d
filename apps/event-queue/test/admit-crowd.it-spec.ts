import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import type { UserRow } from '@parley/testing';
import { readingAtOnce } from './register-parts-stub.js';
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

it('clients that all come back at once are admitted without failing, a few at a time, the others told when to come again', async () => {
  const user = await fixture.rows.user(await fixture.rows.organization());
  const refusals: number[] = [];
  const queues = await Promise.all(Array.from({ length: CLIENTS }, () => comeBack(user, refusals)));

  expect(new Set(queues).size).toBe(CLIENTS);
  expect(readingAtOnce.most).toBeLessThanOrEqual(REPLICAS * MAX_REGISTRATIONS);
  // The line was full at first, and nobody is told to come again together with everybody else.
  expect(refusals.length).toBeGreaterThanOrEqual(CLIENTS - REPLICAS * (MAX_REGISTRATIONS + REGISTRATION_LINE));
  expect(Math.min(...refusals)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...refusals)).toBeLessThanOrEqual(30);
  expect(new Set(refusals).size).toBeGreaterThan(1);
});

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
