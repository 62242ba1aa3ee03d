import { describe, expect, it } from '@jest/globals';
import { initialPersonalProperties } from '@parley/contracts/channels';
import { channelExample } from '@parley/contracts/examples';
import { receivedBy, testQueue } from '../test-queue.js';
import { hidden, revealed } from './revealing-channels.js';

const AUDIENCE = { users: [7, 8] };
const shown = { channel: channelExample, subscriberIds: [5, 6], former: [] };

describe('a channel that users can see now', () => {
  it('comes without subscribers, and then with the list of them', () => {
    const parts = revealed(shown, AUDIENCE);
    expect(parts.map(({ audience }) => audience)).toEqual([AUDIENCE, AUDIENCE]);
    expect(receivedBy(testQueue, parts)).toEqual([
      { type: 'stream', op: 'create', streams: [{ ...channelExample, subscriber_count: 0 }] },
      { type: 'subscription', op: 'peer_add', stream_ids: [3], user_ids: [5, 6] },
    ]);
    expect(revealed({ ...shown, subscriberIds: [] }, AUDIENCE)).toHaveLength(1);
  });

  it.each([
    [['stream'], 2],
    [['stream', 'subscription'], 0],
  ])('for a client that registered %j counts %i subscribers at first', (eventTypes, count) => {
    expect(revealed(shown, AUDIENCE)[0]?.render({ ...testQueue, eventTypes })).toMatchObject({ streams: [{ subscriber_count: count }] });
  });

  it('comes with the properties of a user who was subscribed, unless their client refuses them', () => {
    const properties = { ...initialPersonalProperties('#111111'), is_muted: true };
    const [part] = revealed({ ...shown, former: [{ userId: 7, properties }] }, AUDIENCE);
    const color = (queue: typeof testQueue) => JSON.stringify(part?.render(queue)).includes('"color":"#111111"');
    expect(part?.render(testQueue)).toMatchObject({ streams: [{ color: '#111111', is_muted: true, in_home_view: false }] });
    expect(color({ ...testQueue, userId: 8 })).toBe(false);
    expect(color({ ...testQueue, clientName: 'go-zulip/1' })).toBe(false);
  });
});

it('a channel that users cannot see any more is deleted for them', () => {
  const part = hidden(3, AUDIENCE);
  expect([part.clientType, part.audience]).toEqual(['stream', AUDIENCE]);
  expect(part.render(testQueue)).toEqual({ type: 'stream', op: 'delete', stream_ids: [3], streams: [{ stream_id: 3 }] });
});
