import { describe, expect, it } from '@jest/globals';
import { apiErrors, ROLES, type Role } from '@parley/contracts';
import {
  botTakeoverRefusal,
  lastOfOrganization,
  mayAdministerAccount,
  roleChangeRefusal,
  takeoverRefusal,
} from './account-administration.policy.js';

const { owner, administrator, moderator, member, guest } = ROLES;
const texts = { owner: apiErrors.ownersOnly().msg, administrator: apiErrors.administratorsOnly().msg };
const textFor = (needed: 'owner' | 'administrator' | undefined) => (needed === undefined ? undefined : texts[needed]);
const as = (role: Role) => ({ userId: 1, role });
const person = (role: Role) => ({ role, botOwnerId: null });
const bot = (botOwnerId: number, role: Role = member) => ({ role, botOwnerId });

describe('changing an account', () => {
  it.each([
    [owner, person(owner), true],
    [administrator, person(owner), true],
    [administrator, bot(2), true],
    [moderator, person(guest), false],
    [member, person(member), false],
    [member, bot(1), true],
    [member, bot(2), false],
    [guest, bot(1), true],
  ])('%i of %j: %s', (role, target, may) => expect(mayAdministerAccount(as(role), target)).toBe(may));
});

describe('giving a role', () => {
  it.each([
    [owner, person(member), owner, undefined],
    [owner, person(owner), member, undefined],
    [administrator, person(member), administrator, undefined],
    [administrator, person(member), owner, 'owner'],
    [administrator, person(owner), member, 'owner'],
    [member, person(guest), member, 'administrator'],
    [member, bot(1), member, undefined],
    [administrator, person(owner), owner, undefined],
    [member, bot(1), administrator, 'administrator'],
    [member, bot(1), owner, 'owner'],
  ] as const)('%i, %j becomes %i: requires %s', (role, target, wanted, needs) => {
    expect(roleChangeRefusal(as(role), target, wanted)?.msg).toBe(textFor(needs));
  });
});

describe('deactivating a user, or changing their address', () => {
  it.each([
    [owner, owner, undefined],
    [administrator, owner, 'owner'],
    [administrator, administrator, undefined],
    [moderator, guest, 'administrator'],
    [member, owner, 'administrator'],
  ] as const)('%i, of a %i: requires %s', (role, target, needs) =>
    expect(takeoverRefusal(as(role), person(target))?.msg).toBe(textFor(needs)),
  );
});

describe('taking control of a bot', () => {
  it.each([
    [administrator, bot(2), person(member), undefined],
    [administrator, bot(2), undefined, undefined],
    [owner, bot(2, owner), undefined, undefined],
    [administrator, bot(2), person(owner), 'owner'],
    [administrator, bot(2, owner), person(member), 'owner'],
    [administrator, bot(2, owner), undefined, 'owner'],
    [administrator, bot(1, owner), person(administrator), undefined],
    [owner, bot(2, owner), person(owner), undefined],
    [member, bot(1), person(member), undefined],
    [member, bot(2), person(member), 'administrator'],
  ] as const)('%i, %j of %j: requires %s', (role, target, itsOwner, needs) => {
    expect(botTakeoverRefusal(as(role), target, itsOwner)?.msg).toBe(textFor(needs));
  });
});

describe('the last owner or user of an organization', () => {
  it.each([
    [owner, { owners: 0, people: 0 }, 'user'],
    [owner, { owners: 0, people: 3 }, 'owner'],
    [owner, { owners: 1, people: 1 }, undefined],
    [administrator, { owners: 0, people: 1 }, undefined],
    [member, { owners: 1, people: 1 }, undefined],
    [member, { owners: 0, people: 0 }, 'user'],
  ] as const)('a %i with others %j: %s', (role, others, last) => expect(lastOfOrganization({ role, isBot: false }, others)).toBe(last));
  it('is never a bot', () => expect(lastOfOrganization({ role: owner, isBot: true }, { owners: 0, people: 0 })).toBeUndefined());
});
