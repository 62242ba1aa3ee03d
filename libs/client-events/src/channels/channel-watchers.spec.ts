import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { peerGroups } from './channel-watchers.js';

const MEMBERS = { roles: [ROLES.owner, ROLES.administrator, ROLES.moderator, ROLES.member], userIds: [] };
const ADMINISTRATORS = { roles: [ROLES.owner, ROLES.administrator], userIds: [] };
const open = { watchers: MEMBERS, isPrivate: false, guestSubscriberIds: [], except: [7] };
const secret = { watchers: ADMINISTRATORS, isPrivate: true, guestSubscriberIds: [], except: [7] };

describe('the groups of users who receive one event about new subscribers', () => {
  it('public channels share one event, except for their subscribed guests, who receive one per channel', () => {
    expect(
      peerGroups([
        { ...open, channelId: 1 },
        { ...open, channelId: 2, guestSubscriberIds: [9] },
      ]),
    ).toEqual([
      { channelIds: [1, 2], audience: { roles: MEMBERS.roles, users: [], except: [7] } },
      { channelIds: [2], audience: { users: [9] } },
    ]);
  });

  it('private channels have one event each, for their subscribers and watchers', () => {
    expect(
      peerGroups([
        { ...secret, channelId: 3 },
        { ...secret, channelId: 4 },
      ]),
    ).toEqual([
      { channelIds: [3], audience: { roles: ADMINISTRATORS.roles, users: [], except: [7], channels: [3] } },
      { channelIds: [4], audience: { roles: ADMINISTRATORS.roles, users: [], except: [7], channels: [4] } },
    ]);
  });
});
