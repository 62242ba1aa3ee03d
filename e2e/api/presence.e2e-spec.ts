import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { registerQueue } from '@parley/contracts/event-queue';
import { getPresence, listPresence, reportPresence, updateSettings } from '@parley/contracts/settings';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.third);
const colleague = world.as(world.colleague);
afterAll(() => closeConnections());

describe('presence', () => {
  it('is reported, and returned to others in the list and for one user', async () => {
    const own = await me.ok(reportPresence, { status: 'active', last_update_id: -1 });
    expect(own.presences?.[world.third.user_id]).toMatchObject({ active_timestamp: expect.any(Number) });
    expect(own.presence_last_update_id).toBeGreaterThan(0);
    const { presences } = await colleague.ok(listPresence, {});
    expect(presences[world.third.email]?.aggregated.status).toBe('active');
    for (const user_id_or_email of [String(world.third.user_id), world.third.email]) {
      const { presence } = await colleague.ok(getPresence, { user_id_or_email });
      expect(presence.aggregated.status).toBe('active');
    }
  });

  it('is only for people', async () => {
    const bot = world.as(world.bot);
    expect((await bot.call(reportPresence, { status: 'active' })).body.msg).toBe('This endpoint does not accept bot requests.');
    const answer = await colleague.call(getPresence, { user_id_or_email: String(world.bot.user_id) });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Presence is not supported for bot users.']);
  });

  it.each([
    ['an unknown status', { status: 'dancing' }, 'Invalid status: dancing'],
    ['no status', {}, "Missing 'status' argument"],
    ['an invalid update id', { status: 'idle', last_update_id: -2 }, 'last_update_id is too small'],
  ])('with %s is refused', async (_, params, msg) => {
    const answer = await me.call(reportPresence, params);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it('of unknown users and users of another organization is refused alike', async () => {
    for (const user_id_or_email of ['1999999999', String(world.stranger.user_id), world.stranger.email, 'nobody@absent.example']) {
      const answer = await me.call(getPresence, { user_id_or_email });
      expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', 'No such user']);
    }
  });
});

describe('a presence event', () => {
  it.each([true, false])("also reaches the user's own queues (modern form: %s)", async (simplified) => {
    const person = await world.newcomer('Pia Present');
    const actor = world.as(person);
    const queue = await actor.ok(registerQueue, {
      event_types: ['presence'],
      client_capabilities: { simplified_presence_events: simplified },
    });
    await actor.ok(reportPresence, { status: 'active' });
    const isOwn = (event: ClientEvent) => event.user_id === person.user_id || Object.hasOwn(Object(event.presences), person.user_id);
    expect(await receiveEvents(actor, queue, 1, isOwn)).toHaveLength(1);
  });

  it('is sent at once if a user hides their presence or shows it again', async () => {
    const person = await world.newcomer('Hal Hidden');
    const actor = world.as(person);
    const { server_timestamp = 0 } = await actor.ok(reportPresence, { status: 'active' });
    const queue = await colleague.ok(registerQueue, {
      event_types: ['presence'],
      client_capabilities: { simplified_presence_events: true },
    });
    const timesOf = ({ presences }: ClientEvent) =>
      (presences as Record<string, { active_timestamp: number; idle_timestamp: number } | undefined>)[person.user_id];
    await actor.ok(updateSettings, { presence_enabled: false });
    await actor.ok(updateSettings, { presence_enabled: true });
    // A user is offline if they were last online more than 140 seconds ago.
    const isHidden = (event: ClientEvent) => (timesOf(event)?.idle_timestamp ?? Number.POSITIVE_INFINITY) < server_timestamp - 140;
    const isShown = (event: ClientEvent) => (timesOf(event)?.active_timestamp ?? 0) >= Math.floor(server_timestamp);
    const received = await receiveEvents(colleague, queue, 2, (event, before) => (before === 0 ? isHidden(event) : isShown(event)));
    expect(received.map(({ type }) => type)).toEqual(['presence', 'presence']);
  });
});
