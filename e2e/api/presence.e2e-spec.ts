import { afterAll, describe, expect, it } from '@jest/globals';
import { getPresence, listPresence, reportPresence } from '@parley/contracts';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.third);
const colleague = world.as(world.colleague);
afterAll(() => closeConnections());

describe('presence', () => {
  it('is reported, and seen by others in the list and alone', async () => {
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

  it('is of humans only', async () => {
    const bot = world.as(world.bot);
    expect((await bot.call(reportPresence, { status: 'active' })).body.msg).toBe('This endpoint does not accept bot requests.');
    const answer = await colleague.call(getPresence, { user_id_or_email: String(world.bot.user_id) });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Presence is not supported for bot users.']);
  });

  it.each([
    ['a status there is not', { status: 'dancing' }, 'Invalid status: dancing'],
    ['no status', {}, "Missing 'status' argument"],
    ['an update there cannot be', { status: 'idle', last_update_id: -2 }, 'last_update_id is too small'],
  ])('with %s is refused', async (_, params, msg) => {
    const answer = await me.call(reportPresence, params);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it('of nobody, and of somebody of another organization, is refused alike', async () => {
    for (const user_id_or_email of ['1999999999', String(world.stranger.user_id), world.stranger.email, 'nobody@absent.example']) {
      const answer = await me.call(getPresence, { user_id_or_email });
      expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', 'No such user']);
    }
  });
});
