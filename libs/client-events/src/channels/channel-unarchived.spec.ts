import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { type ChannelUnarchived, initialPersonalProperties, SUBSCRIBERS_ALWAYS_BELOW } from '@parley/contracts/channels';
import { channelExample } from '@parley/contracts/examples';
import { receivedBy, testQueue } from '../test-queue.js';
import { channelUnarchivedFanOut } from './channel-unarchived.js';

const unarchived: ChannelUnarchived = {
  channel: channelExample,
  watchers: { roles: [ROLES.member], userIds: [9] },
  subscriberIds: [7, 8],
  colors: ['#111111', '#222222'],
  personal: [],
};
const of = (payload: ChannelUnarchived) => channelUnarchivedFanOut.parts(payload);

describe('a channel that is unarchived', () => {
  it('changes a property for clients that know archived channels', () => {
    const queue = { ...testQueue, capabilities: { archived_channels: true } };
    expect(receivedBy(queue, of(unarchived))).toEqual([
      { type: 'stream', op: 'update', stream_id: 3, name: 'general', property: 'is_archived', value: false },
    ]);
    expect(of(unarchived)[0]?.audience).toEqual({ channels: [3], roles: [ROLES.member], users: [9] });
  });

  it('is new for other clients: for subscribers with their subscription, for others with its subscribers', () => {
    expect(receivedBy(testQueue, of(unarchived)).map(({ type, op }) => [type, op])).toEqual([
      ['stream', 'create'],
      ['stream', 'create'],
      ['subscription', 'peer_add'],
      ['subscription', 'add'],
    ]);
    const others = { roles: [ROLES.member], users: [9], except: [7, 8] };
    expect(
      of(unarchived)
        .slice(1)
        .map(({ audience }) => audience),
    ).toEqual([{ users: [7, 8] }, others, others, { users: [7, 8] }]);
  });

  it('has the properties that each subscriber had', () => {
    const muted = { ...initialPersonalProperties('#333333'), is_muted: true };
    const subscribed = of({ ...unarchived, personal: [{ userId: 8, properties: muted }] }).at(-1);
    expect(subscribed?.render(testQueue)).toMatchObject({
      subscriptions: [{ stream_id: 3, color: '#111111', in_home_view: true, subscribers: [7, 8] }],
    });
    expect(subscribed?.render({ ...testQueue, userId: 8 })).toMatchObject({ subscriptions: [{ color: '#333333', in_home_view: false }] });
  });

  it('lists its subscribers only on request if it is large', () => {
    const large = { ...channelExample, subscriber_count: SUBSCRIBERS_ALWAYS_BELOW };
    const subscribed = of({ ...unarchived, channel: large }).at(-1);
    const lists = (includeSubscribers: boolean) =>
      JSON.stringify(subscribed?.render({ ...testQueue, includeSubscribers })).includes('subscribers":[');
    expect([lists(true), lists(false)]).toEqual([true, false]);
  });
});
