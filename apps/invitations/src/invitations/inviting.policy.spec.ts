import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES, ROLES } from '@parley/contracts';
import { invitationManagingFault, invitingFault, namedAddresses } from './inviting.policy.js';

const { owner, administrator, moderator, member, guest } = ROLES;

describe('invitingFault', () => {
  it.each([
    [owner, [undefined, undefined, undefined, undefined, undefined]],
    [administrator, ['owners-only', undefined, undefined, undefined, undefined]],
    [moderator, ['owners-only', 'administrators-only', 'administrators-only', undefined, undefined]],
    [member, ['owners-only', 'administrators-only', 'administrators-only', undefined, undefined]],
    [guest, ['owners-only', 'administrators-only', 'administrators-only', 'above-own', undefined]],
  ] as const)('of a user with role %i, by the offered role', (inviter, faults) => {
    expect(ALL_ROLES.map((offered) => invitingFault(inviter, offered))).toEqual(faults);
  });
});

describe('invitationManagingFault', () => {
  const invitation = (role: (typeof ALL_ROLES)[number]) => ({ inviterId: 1, role });
  it('allows all users their own', () => {
    expect(invitationManagingFault({ userId: 1, role: member }, invitation(owner))).toBeUndefined();
  });
  it('allows those of others for administrators, and those for owners only for owners', () => {
    expect(invitationManagingFault({ userId: 2, role: moderator }, invitation(guest))).toBe('administrators-only');
    expect(invitationManagingFault({ userId: 2, role: administrator }, invitation(administrator))).toBeUndefined();
    expect(invitationManagingFault({ userId: 2, role: administrator }, invitation(owner))).toBe('owners-only');
    expect(invitationManagingFault({ userId: 2, role: owner }, invitation(owner))).toBeUndefined();
  });
});

describe('namedAddresses', () => {
  it.each([
    ['', []],
    [' ,\n, ', []],
    ['a@example.com', ['a@example.com']],
    [' a@example.com,\nb@example.com\r\n', ['a@example.com', 'b@example.com']],
    ['Zoe Z <zoe@example.com>, <b@example.com>', ['zoe@example.com', 'b@example.com']],
    ['a@example.com, A@EXAMPLE.com', ['A@EXAMPLE.com']],
    ['Zoe <zoe@example.com> \r\n', ['zoe@example.com']],
    ['<zoe@example.com> Zoe', ['<zoe@example.com> Zoe']],
    ['not an address', ['not an address']],
  ])('of %j are %j', (text, addresses) => {
    expect(namedAddresses(text)).toEqual(addresses);
  });
});
