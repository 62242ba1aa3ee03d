import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES, apiErrors, ROLES } from '@parley/contracts';
import { invitationManagingRefusal, invitingRefusal } from './inviting.policy.js';

const { owner, administrator, moderator, member, guest } = ROLES;
const ownersOnly = apiErrors.ownersOnly();
const administratorsOnly = apiErrors.administratorsOnly();
const aboveOwn = apiErrors.insufficientPermission();

describe('invitingRefusal', () => {
  it.each([
    [owner, [undefined, undefined, undefined, undefined, undefined]],
    [administrator, [ownersOnly, undefined, undefined, undefined, undefined]],
    [moderator, [ownersOnly, administratorsOnly, administratorsOnly, undefined, undefined]],
    [member, [ownersOnly, administratorsOnly, administratorsOnly, undefined, undefined]],
    [guest, [ownersOnly, administratorsOnly, administratorsOnly, aboveOwn, undefined]],
  ] as const)('of a user with role %i, by the offered role', (inviter, refusals) => {
    expect(ALL_ROLES.map((offered) => invitingRefusal(inviter, offered))).toEqual(refusals);
  });
});

describe('invitationManagingRefusal', () => {
  const invitation = (role: (typeof ALL_ROLES)[number]) => ({ inviterId: 1, role });
  it('allows all users their own', () => {
    expect(invitationManagingRefusal({ userId: 1, role: member }, invitation(owner))).toBeUndefined();
  });
  it('allows those of others for administrators, and those for owners only for owners', () => {
    expect(invitationManagingRefusal({ userId: 2, role: moderator }, invitation(guest))).toEqual(administratorsOnly);
    expect(invitationManagingRefusal({ userId: 2, role: administrator }, invitation(administrator))).toBeUndefined();
    expect(invitationManagingRefusal({ userId: 2, role: administrator }, invitation(owner))).toEqual(ownersOnly);
    expect(invitationManagingRefusal({ userId: 2, role: owner }, invitation(owner))).toBeUndefined();
  });
});
