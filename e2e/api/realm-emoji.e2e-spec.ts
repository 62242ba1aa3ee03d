import { afterAll, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { getRealmEmoji } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
afterAll(() => closeConnections());

it('custom emoji are listed as in a registration', async () => {
  const member = world.as(world.member);
  const { emoji } = await member.ok(getRealmEmoji, {});
  expect(await member.ok(registerQueue, { fetch_event_types: ['realm_emoji'] })).toMatchObject({ realm_emoji: emoji });
});

it('listing custom emoji needs credentials', async () => {
  expect((await world.anybody(world.host).call(getRealmEmoji, {})).status).toBe(401);
});
