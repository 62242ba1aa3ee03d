import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type InputOf, isEphemeral, SYSTEM_VISITOR } from '@parley/contracts';
import { announceEphemeral, idRangeBegun } from '@parley/contracts/event-queue';
import { typingChanged } from '@parley/contracts/messaging';
import { LogReader } from '@parley/event-log';
import type { UserRow } from '@parley/testing';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

/** The key of the cursor in event-queue. */
const cursorKey = (organizationId: number) => `parley:queues:{${organizationId}}:o`;
const ROOM = 32_768;

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
});
afterAll(() => fixture.close());

async function listener() {
  const user = await fixture.rows.user(await fixture.rows.organization());
  const { queue_id, last_event_id } = await fixture.register(user);
  const { organizationId } = user;
  const leave = (ids: number) => fixture.suite.redis.client.hSet(cursorKey(organizationId), 'un', String(ROOM - ids));
  const received = async () => (await fixture.events(user, String(queue_id), last_event_id)).map(({ id }) => id);
  const logged = async () => (await new LogReader(fixture.suite.database).after(organizationId, 0, 100)).map(({ type }) => type);
  return { user, leave, received, logged };
}

async function type({ id, organizationId, email }: UserRow): Promise<boolean> {
  const person = { user_id: id, email };
  const payload: InputOf<typeof announceEphemeral>['payload'] = {
    op: 'start',
    sender: person,
    to: { kind: 'direct', recipients: [person] },
    listenerIds: [id],
  };
  const call = { organizationId, type: typingChanged.type, payload };
  return (await fixture.suite.rpc.call(announceEphemeral, call, SYSTEM_VISITOR)).accepted;
}

describe('the ids of ephemeral events', () => {
  it('do not run out in an organization where nothing else happens, and keep ascending', async () => {
    const { user, leave, received, logged } = await listener();
    const accepted: boolean[] = [];
    for (let round = 1; round <= 3; round += 1) {
      for (let n = 0; n < 20; n += 1) accepted.push(await type(user));
      await leave(10);
      for (let n = 0; n < 5; n += 1) accepted.push(await type(user));
      await eventually(`range ${round}`, async () => (await logged()).length === round);
      await eventually(`cursor ${round}`, async () => {
        const seq = await fixture.suite.redis.client.hGet(cursorKey(user.organizationId), 'seq');
        return Number(seq) === round;
      });
    }
    expect(accepted).toEqual(accepted.map(() => true));
    const ids = await received();
    expect(ids).toHaveLength(accepted.length);
    expect(ids.every(isEphemeral)).toBe(true);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    expect(await logged()).toEqual([idRangeBegun.type, idRangeBegun.type, idRangeBegun.type]);
  });

  it('are available again even after they ran out', async () => {
    const { user, leave, logged } = await listener();
    await leave(0);
    expect(await type(user)).toBe(false);
    await eventually('an id in the new range', () => type(user));
    expect(await logged()).toEqual([idRangeBegun.type]);
  });

  it('are renewed once, however many replicas and announcements request it', async () => {
    const { user, leave, logged } = await listener();
    await leave(100);
    await Promise.all(Array.from({ length: 60 }, () => type(user)));
    await eventually('a new range', async () => (await logged()).length > 0);
    for (let n = 0; n < 20; n += 1) await type(user);
    expect(await logged()).toEqual([idRangeBegun.type]);
  });

  it('are not renewed if another event is logged meanwhile', async () => {
    const { user, leave, logged } = await listener();
    for (let n = 0; n < 5; n += 1) await type(user);
    await fixture.logForMembers(user.organizationId, 1);
    await leave(9_000);
    await type(user);
    expect((await logged()).filter((name) => name === idRangeBegun.type)).toEqual([]);
  });
});
