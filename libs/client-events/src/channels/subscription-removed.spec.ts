import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import type { SubscriptionRemoved } from '@parley/contracts/channels';
import { receivedBy, testQueue } from '../test-queue.js';
import { subscriptionRemovedFanOut } from './subscription-removed.js';

const watchers = { roles: [ROLES.member], userIds: [] };
const peers = { watchers, isPrivate: false, guestSubscriberIds: [] };
const channel = (channelId: number, lostAccess: number[]) => ({ channelId, name: `c${channelId}`, lostAccess, peers });
const removed: SubscriptionRemoved = { userIds: [7, 8], channels: [channel(1, []), channel(2, [7])] };
const of = (payload: SubscriptionRemoved) => subscriptionRemovedFanOut.parts(payload);

describe('users who left channels', () => {
  it('receive the removal, then the end of the channels that they cannot see any more, then the removal of the others', () => {
    expect(receivedBy(testQueue, of(removed))).toEqual([
      {
        type: 'subscription',
        op: 'remove',
        subscriptions: [
          { stream_id: 1, name: 'c1' },
          { stream_id: 2, name: 'c2' },
        ],
      },
      { type: 'stream', op: 'delete', stream_ids: [2], streams: [{ stream_id: 2 }] },
      { type: 'subscription', op: 'peer_remove', stream_ids: [1], user_ids: [8] },
      { type: 'subscription', op: 'peer_remove', stream_ids: [2], user_ids: [8] },
    ]);
    expect(of(removed).map(({ audience }) => audience)).toEqual([
      { users: [7, 8] },
      { users: [7] },
      { roles: [ROLES.member], users: [], except: [] },
      { roles: [ROLES.member], users: [], except: [7] },
    ]);
  });

  it('do not receive their own removal as that of another', () => {
    const alone = of({ ...removed, userIds: [7] });
    expect(receivedBy(testQueue, alone).filter(({ op }) => op === 'peer_remove')).toEqual([]);
    expect(receivedBy({ ...testQueue, userId: 9 }, alone).filter(({ op }) => op === 'peer_remove')).toHaveLength(2);
  });

  it('lose no channel that they can still see', () => {
    const parts = of({ ...removed, channels: [channel(1, []), channel(3, [])] });
    expect(parts.map(({ clientType }) => clientType)).toEqual(['subscription', 'subscription']);
  });

  it('receive the end of several channels once', () => {
    const [, deleted] = of({ ...removed, channels: [channel(1, [7, 8]), channel(2, [7])] });
    expect(deleted?.clientType).toBe('stream');
    expect(deleted?.audience).toEqual({ users: [7, 8] });
    expect(deleted?.render(testQueue).stream_ids).toEqual([1, 2]);
    expect(deleted?.render({ ...testQueue, userId: 8 }).stream_ids).toEqual([1]);
  });

  it('are not in the audience of the channels any more', () => {
    expect(subscriptionRemovedFanOut.indexChanges(removed)).toEqual([{ kind: 'unsubscribe', userIds: [7, 8], channelIds: [1, 2] }]);
  });
});
