import { afterAll, describe, expect, it } from '@jest/globals';
import { archiveChannel, getIsSubscribed, removeDefaultChannel } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { createUser, updateOrganization } from '@parley/contracts/organization';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const owner = world.as(world.owner);
afterAll(() => closeConnections());

describe('effects of a change in another service', () => {
  it('a new account is subscribed to the default channels', async () => {
    const { id } = await world.channel([world.owner], { is_default_stream: true });
    const email = `${world.fresh('first').replaceAll(' ', '-')}@example.com`;
    const { user_id } = await owner.ok(createUser, { email, full_name: 'First Channels', password: 'correct horse battery staple' });
    const subscribed = () => owner.ok(getIsSubscribed, { user_id, stream_id: id });
    expect(await eventually(subscribed, ({ is_subscribed }) => is_subscribed)).toMatchObject({ is_subscribed: true });
    await owner.ok(removeDefaultChannel, { stream_id: id });
  });

  it('an archived channel is no longer the announcement channel', async () => {
    const { id } = await world.channel([world.owner]);
    await owner.ok(updateOrganization, { signup_announcements_stream_id: id });
    await owner.ok(archiveChannel, { stream_id: id });
    const announcing = async () =>
      Reflect.get(await owner.ok(registerQueue, { fetch_event_types: ['realm'] }), 'realm_signup_announcements_stream_id');
    expect(await eventually(announcing, (value) => value === -1)).toBe(-1);
  });
});
