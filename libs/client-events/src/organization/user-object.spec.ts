import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { EMAIL_VISIBILITY, type UserFacts } from '@parley/contracts/organization';
import { buildUnknownUser, buildUserObject } from './user-object.js';

const user: UserFacts = {
  id: 5,
  email: 'user5@demo.example',
  deliveryEmail: 'ann@example.com',
  emailAddressVisibility: EMAIL_VISIBILITY.everyone,
  fullName: 'Ann',
  joinedAt: '2026-11-21T08:00:00.000Z',
  isActive: true,
  role: ROLES.member,
  isBot: false,
  isSystemBot: false,
  botType: null,
  botOwnerId: null,
  timezone: 'Europe/Berlin',
  avatarUrl: '/5.png',
  avatarVersion: 2,
  avatarSource: 'G',
};
const view = { seesDeliveryEmail: false, clientGravatar: false, withProfileData: false };
const common = {
  user_id: 5,
  date_joined: '2026-11-21T08:00:00.000Z',
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: 400,
};

describe('a user in the format for clients', () => {
  it('has the real address only for those who may see it', () => {
    const shown = {
      ...common,
      email: 'user5@demo.example',
      full_name: 'Ann',
      timezone: 'Europe/Berlin',
      avatar_url: '/5.png',
      avatar_version: 2,
    };
    expect(buildUserObject(user, view)).toEqual({ ...shown, delivery_email: null });
    expect(buildUserObject(user, { ...view, seesDeliveryEmail: true })).toEqual({ ...shown, delivery_email: 'ann@example.com' });
  });

  it.each([
    [ROLES.owner, [true, true, false]],
    [ROLES.administrator, [false, true, false]],
    [ROLES.moderator, [false, false, false]],
    [ROLES.guest, [false, false, true]],
  ])('with role %i is owner, administrator, guest: %j', (role, expected) => {
    const { is_owner, is_admin, is_guest } = buildUserObject({ ...user, role }, view);
    expect([is_owner, is_admin, is_guest]).toEqual(expected);
  });

  it('has no URL of an avatar that the client computes', () => {
    const gravatar = { ...view, clientGravatar: true };
    expect(buildUserObject(user, gravatar).avatar_url).toBeNull();
    expect(buildUserObject({ ...user, avatarSource: 'U' }, gravatar).avatar_url).toBe('/5.png');
  });

  it('has profile data on request, if it is not a bot', () => {
    const profileData = { 1: { value: 'hello' } };
    const withProfileData = { ...view, withProfileData: true };
    expect(buildUserObject(user, withProfileData).profile_data).toEqual({});
    expect(buildUserObject({ ...user, profileData }, withProfileData).profile_data).toEqual(profileData);
    expect(buildUserObject({ ...user, profileData }, view)).not.toHaveProperty('profile_data');
    expect(buildUserObject({ ...user, isBot: true }, withProfileData)).not.toHaveProperty('profile_data');
  });

  it('says whether it is a bot of the system', () => {
    expect(buildUserObject(user, view)).not.toHaveProperty('is_system_bot');
    expect(buildUserObject({ ...user, isSystemBot: true }, view).is_system_bot).toBe(true);
  });
});

it('a user whom a guest may not see has neither name nor role nor picture', () => {
  expect(buildUnknownUser({ ...user, isActive: false, isBot: true }, 'demo.example')).toEqual({
    ...common,
    is_active: false,
    is_bot: true,
    email: 'user5@demo.example',
    delivery_email: null,
    full_name: 'Unknown user',
    timezone: '',
    avatar_url: 'https://secure.gravatar.com/avatar/00000000000000000000000000000000?d=mp&f=y',
    avatar_version: 1,
  });
});
