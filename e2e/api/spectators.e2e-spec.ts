import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { archiveChannel } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { updateOrganization } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const owner = world.as(world.owner);
const anybody = world.anybody(world.host);
const WEB_PUBLIC = [{ operator: 'channels', operand: 'web-public' }];
const NOT_LOGGED_IN = [401, 'UNAUTHORIZED', 'Not logged in: API authentication or user session required'];
const letLook = (enable_spectator_access: boolean) => owner.ok(updateOrganization, { enable_spectator_access });

let shown: { id: number; name: string };
let hidden: { id: number; name: string };
beforeAll(async () => {
  await letLook(true);
  shown = await world.channel([world.owner], { is_web_public: true });
  hidden = await world.channel([world.owner, world.member], { invite_only: true });
});
afterEach(() => letLook(true));
afterAll(async () => {
  await owner.ok(archiveChannel, { stream_id: shown.id });
  await letLook(false);
  closeConnections();
});

const registered = (params: Record<string, unknown> = {}): Promise<Readonly<Record<string, unknown>>> => anybody.ok(registerQueue, params);

async function refusal(params: Record<string, unknown> = {}, host = world.host) {
  const { status, body } = await world.anybody(host).call(registerQueue, params);
  return [status, body.code, body.msg];
}

describe('a visitor who is not logged in, if an organization allows spectators', () => {
  it('can register, and read messages of a web-public channel', async () => {
    const { id } = await owner.ok(sendMessage, { type: 'channel', to: shown.id, topic: 'hello', content: 'seen by everyone' });
    await owner.ok(sendMessage, { type: 'channel', to: hidden.id, topic: 'hello', content: 'seen by few' });
    const state = await registered();
    expect(state).toMatchObject({ queue_id: null, last_event_id: -1, realm_enable_spectator_access: true });
    expect(state.streams).toEqual([expect.objectContaining({ stream_id: shown.id, name: shown.name })]);
    expect(state.never_subscribed).toEqual(state.streams);
    expect(state.realm_users).toEqual([expect.objectContaining({ user_id: world.owner.user_id, delivery_email: null })]);

    const page = await anybody.ok(getMessages, { anchor: 'newest', num_before: 10, num_after: 0, narrow: WEB_PUBLIC });
    expect(page.messages).toEqual([expect.objectContaining({ id, stream_id: shown.id, flags: ['read'] })]);
    for (const answer of [state.realm_users, page]) expect(JSON.stringify(answer)).not.toContain(world.owner.email);
  });

  it('receives nothing that is not public', async () => {
    const state = await registered();
    const text = JSON.stringify(state);
    for (const secret of [hidden.name, world.member.email, world.member.api_key, world.guest.email]) expect(text).not.toContain(secret);
    expect(state).toMatchObject({ subscriptions: [], unsubscribed: [], presences: {}, user_status: {}, drafts: [], realm_bots: [] });
    for (const absent of ['custom_profile_fields', 'user_id', 'email']) expect(state).not.toHaveProperty(absent);
  });

  it('receives the requested groups of fields', async () => {
    const { streams, ...others } = await registered({ fetch_event_types: ['stream'] });
    expect(streams).toHaveLength(1);
    expect(others).not.toHaveProperty('realm_name');
  });

  it('cannot use endpoints for users of the organization', async () => {
    const anonymous = (name: string) => [400, 'BAD_REQUEST', `Invalid '${name}' parameter for anonymous request`];
    expect(await refusal({ client_gravatar: true })).toEqual(anonymous('client_gravatar'));
    expect(await refusal({ include_subscribers: true })).toEqual(anonymous('include_subscribers'));
  });

  it('must log in for everything else, and once spectators are disabled or nothing is web-public', async () => {
    expect(await refusal({}, 'nowhere.localhost')).toEqual(NOT_LOGGED_IN);
    await letLook(false);
    expect(await refusal()).toEqual(NOT_LOGGED_IN);
    expect(await refusal({ client_gravatar: true })).toEqual(NOT_LOGGED_IN);
    const page = await anybody.call(getMessages, { anchor: 'newest', num_before: 10, num_after: 0, narrow: WEB_PUBLIC });
    expect([page.status, page.body.code, page.body.msg]).toEqual(NOT_LOGGED_IN);
  });
});
