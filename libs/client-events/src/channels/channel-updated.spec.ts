import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import type { ChannelUpdated } from '@parley/contracts/channels';
import { channelExample } from '@parley/contracts/examples';
import { receivedBy, testQueue } from '../test-queue.js';
import { channelUpdatedFanOut } from './channel-updated.js';

const updated: ChannelUpdated = {
  channelId: 3,
  name: 'general',
  isArchived: false,
  changes: [{ property: 'invite_only', value: true, also: { history_public_to_subscribers: true } }],
  kept: { roles: [ROLES.owner], userIds: [5] },
};
const of = (changed: Partial<ChannelUpdated>) => channelUpdatedFanOut.parts({ ...updated, ...changed });

describe('a channel that changes', () => {
  it('sends each change to its subscribers and to those who still see it', () => {
    const parts = of({});
    expect(parts.map(({ audience }) => audience)).toEqual([{ channels: [3], roles: [ROLES.owner], users: [5] }]);
    expect(receivedBy(testQueue, parts)).toEqual([
      {
        type: 'stream',
        op: 'update',
        stream_id: 3,
        name: 'general',
        property: 'invite_only',
        value: true,
        history_public_to_subscribers: true,
      },
    ]);
  });

  it('is deleted for those who lose it before the change, and created for those who gain it after', () => {
    const parts = of({
      lost: { roles: [ROLES.member], userIds: [], except: [7] },
      gained: { roles: [ROLES.guest], userIds: [9], except: [8], channel: channelExample, subscriberIds: [] },
    });
    expect(receivedBy(testQueue, parts).map(({ op }) => op)).toEqual(['delete', 'update', 'create']);
    expect(parts[0]?.audience).toEqual({ roles: [ROLES.member], users: [], except: [7] });
    expect(parts[2]?.audience).toEqual({ roles: [ROLES.guest], users: [9], except: [8] });
  });

  it('reaches only clients that know archived channels if it is archived', () => {
    expect(receivedBy(testQueue, of({ isArchived: true }))).toEqual([]);
    expect(receivedBy({ ...testQueue, capabilities: { archived_channels: true } }, of({ isArchived: true }))).toHaveLength(1);
  });
});
