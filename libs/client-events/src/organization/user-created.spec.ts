import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES, ROLES } from '@parley/contracts';
import { EMAIL_VISIBILITY, type UserFacts } from '@parley/contracts/organization';
import { receivedBy, testQueue } from '../test-queue.js';
import { userCreatedFanOut } from './user-created.js';

const user: UserFacts = {
  id: 5,
  email: 'user5@demo.example',
  deliveryEmail: 'ann@example.com',
  emailAddressVisibility: EMAIL_VISIBILITY.administrators,
  fullName: 'Ann',
  joinedAt: '2026-11-21T08:00:00.000Z',
  isActive: true,
  role: ROLES.member,
  isBot: false,
  isSystemBot: false,
  botType: null,
  botOwnerId: null,
  timezone: '',
  avatarUrl: '/5.png',
  avatarVersion: 1,
  avatarSource: 'U',
};
const created = { user, joinedGroupIds: [] as number[], visibleToGuests: true, host: 'demo.example' };
const of = (changed: Partial<typeof created>) => userCreatedFanOut.parts({ ...created, ...changed });
const { owner, administrator, moderator, member, guest } = ROLES;

describe('a new user', () => {
  it('is sent with the real address to those who may see it, and without it to the others', () => {
    const parts = of({});
    expect(parts.map(({ audience }) => audience)).toEqual([{ roles: [owner, administrator] }, { roles: [moderator, member, guest] }]);
    expect(receivedBy(testQueue, parts)).toMatchObject([
      { type: 'realm_user', op: 'add', person: { delivery_email: 'ann@example.com', profile_data: {} } },
      { type: 'realm_user', op: 'add', person: { delivery_email: null } },
    ]);
  });

  it('is a placeholder for guests who may not see them, if the client needs one', () => {
    const parts = of({ visibleToGuests: false });
    expect(parts.map(({ audience }) => audience)).toEqual([
      { roles: [owner, administrator] },
      { roles: [moderator, member] },
      { roles: [guest] },
    ]);
    const placeholder = receivedBy(testQueue, parts.slice(2));
    expect(placeholder).toMatchObject([{ type: 'realm_user', op: 'add', person: { user_id: 5, full_name: 'Unknown user' } }]);
    expect(receivedBy({ ...testQueue, capabilities: { user_list_incomplete: true } }, parts.slice(2))).toEqual([]);
  });

  it('is added to their groups', () => {
    const [, , membership] = of({ joinedGroupIds: [1] });
    expect(membership?.clientType).toBe('user_group');
    expect(membership?.audience).toEqual({ roles: ALL_ROLES });
    expect(membership?.render(testQueue)).toEqual({ type: 'user_group', op: 'add_members', group_id: 1, user_ids: [5] });
  });

  it('is told to administrators and the owner as a bot, if it is one', () => {
    const bot = of({ user: { ...user, isBot: true, botOwnerId: 8 } }).at(-1);
    expect([bot?.clientType, bot?.audience]).toEqual(['realm_bot', { roles: [owner, administrator], users: [8] }]);
    expect(of({ user: { ...user, isBot: true } }).at(-1)?.audience).toEqual({ roles: [owner, administrator], users: [] });
  });

  it('is in the audience of their role from now on', () => {
    expect(userCreatedFanOut.indexChanges(created)).toEqual([{ kind: 'role', userId: 5, role: member }]);
  });
});
