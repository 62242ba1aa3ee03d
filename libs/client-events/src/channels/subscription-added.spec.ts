import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { initialPersonalProperties, SUBSCRIBERS_ALWAYS_BELOW, type SubscriptionAdded } from '@parley/contracts/channels';
import { channelExample } from '@parley/contracts/examples';
import { receivedBy, testQueue } from '../test-queue.js';
import { subscriptionAddedFanOut } from './subscription-added.js';

const peers = { watchers: { roles: [ROLES.member], userIds: [] }, isPrivate: false, guestSubscriberIds: [] };
const added: SubscriptionAdded['channels'][number] = {
  channel: channelExample,
  subscriberIds: [7, 8],
  colors: ['#111111', '#222222'],
  returning: [],
  gainedAccess: [],
  peers,
};
const knowsNull = { ...testQueue, capabilities: { notification_settings_null: true } };
const partsOf = (changed: Partial<typeof added>) =>
  subscriptionAddedFanOut.parts({ userIds: [7, 8], channels: [{ ...added, ...changed }] });

describe('users who joined a channel', () => {
  it('receive it with their own properties, and others receive who joined', () => {
    const { color: _, ...rest } = initialPersonalProperties('');
    const subscription = { ...channelExample, ...rest, in_home_view: true, subscribers: [7, 8] };
    const [own, others, ...more] = partsOf({});
    expect(own?.audience).toEqual({ users: [7, 8] });
    expect(own?.render(knowsNull)).toEqual({ type: 'subscription', op: 'add', subscriptions: [{ ...subscription, color: '#111111' }] });
    expect(own?.render({ ...knowsNull, userId: 8 })).toMatchObject({ subscriptions: [{ color: '#222222' }] });
    expect(others?.audience).toEqual({ roles: [ROLES.member], users: [], except: [7, 8] });
    expect(others?.render(testQueue)).toEqual({ type: 'subscription', op: 'peer_add', stream_ids: [3], user_ids: [7, 8] });
    expect(more).toEqual([]);
    expect(receivedBy(testQueue, partsOf({})).map(({ type }) => type)).toEqual(['subscription', 'subscription']);
  });

  it('first receive a channel that was hidden from them', () => {
    const parts = partsOf({ gainedAccess: [8] });
    expect(parts[0]?.audience).toEqual({ users: [8] });
    expect(receivedBy({ ...testQueue, userId: 8 }, parts)[0]).toEqual({ type: 'stream', op: 'create', streams: [channelExample] });
    expect(receivedBy(testQueue, parts)[0]).toEqual({ type: 'stream', op: 'create', streams: [] });
  });

  it('get the properties back that they had before', () => {
    const properties = { ...initialPersonalProperties('#333333'), is_muted: true };
    const [own] = partsOf({ returning: [{ userId: 7, properties }] });
    expect(own?.render(testQueue)).toMatchObject({ subscriptions: [{ color: '#333333', is_muted: true, in_home_view: false }] });
    expect(own?.render({ ...testQueue, userId: 8 })).toMatchObject({
      subscriptions: [{ color: '#222222', is_muted: false, in_home_view: true }],
    });
  });

  it('receive the subscribers of a large channel only if their client asked for them', () => {
    const [own] = partsOf({ channel: { ...channelExample, subscriber_count: SUBSCRIBERS_ALWAYS_BELOW } });
    const subscribers = (includeSubscribers: boolean) =>
      JSON.stringify(own?.render({ ...testQueue, includeSubscribers })).includes('"subscribers"');
    expect([subscribers(true), subscribers(false)]).toEqual([true, false]);
  });

  it('are in the audience of the channels from now on', () => {
    expect(subscriptionAddedFanOut.indexChanges({ userIds: [7, 8], channels: [added] })).toEqual([
      { kind: 'subscribe', userIds: [7, 8], channelIds: [3] },
    ]);
  });
});
