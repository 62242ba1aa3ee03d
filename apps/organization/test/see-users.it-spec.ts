import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { getMe, getUser, getUsers } from '@parley/contracts/organization';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let administrator: MadeAccount;
let member: MadeAccount;
let guest: MadeAccount;
let stranger: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  home = await suite.organization();
  administrator = await suite.account(home, { role: ROLES.administrator });
  member = await suite.account(home, { email: 'Member@Example.com', fullName: 'A Member' });
  guest = await suite.account(home, { role: ROLES.guest });
  stranger = await suite.account(await suite.organization());
});
afterAll(() => suite.close());

const one = (user_id: string, who: MadeAccount = member, client_gravatar = false) =>
  suite.stores.rpc.call(getUser, { user_id, client_gravatar, include_custom_profile_fields: false }, who.caller);
const all = (who: MadeAccount, user_ids?: number[]) =>
  suite.stores.rpc.call(
    getUsers,
    { client_gravatar: false, include_custom_profile_fields: false, ...(user_ids === undefined ? {} : { user_ids }) },
    who.caller,
  );

describe('GET /users/me', () => {
  it('returns the caller, with their real address and avatar', async () => {
    expect(await suite.stores.rpc.call(getMe, {}, member.caller)).toEqual({
      user_id: member.userId,
      email: 'Member@Example.com',
      delivery_email: 'Member@Example.com',
      full_name: 'A Member',
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      role: 400,
      timezone: '',
      avatar_url: expect.stringContaining('https://'),
      avatar_version: 1,
      profile_data: {},
      max_message_id: -1,
    });
  });
});

describe('GET /users', () => {
  it('returns all users of the organization, without system bots', async () => {
    const { members } = await all(guest);
    expect(members.map((user) => user.user_id)).toEqual([administrator.userId, member.userId, guest.userId]);
  });
  it('returns the requested users that exist in the organization', async () => {
    const { members } = await all(member, [guest.userId, stranger.userId, 999_999_999]);
    expect(members.map((user) => user.user_id)).toEqual([guest.userId]);
  });
});

describe('GET /users/{user_id}', () => {
  it('finds a user by id and by address in any case', async () => {
    const byId = await one(String(member.userId));
    expect(byId.user).toMatchObject({ full_name: 'A Member', delivery_email: 'Member@Example.com' });
    await expect(one('mEMBER@eXAMPLE.com')).resolves.toEqual(byId);
  });
  it('omits the avatar for clients that compute it', async () => {
    const { user } = await one(String(member.userId), guest, true);
    expect(user.avatar_url).toBeNull();
  });
  it.each([
    ['a member', () => String(stranger.userId)],
    ['an address', () => stranger.deliveryEmail],
    ['unknown', () => '999999999'],
    ['an id that is too large', () => '99999999999999999999'],
  ])('treats users of another organization like unknown ones: %s', async (_, idOrEmail) => {
    await expect(one(idOrEmail())).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'No such user' });
  });
});

describe('a real email address', () => {
  it.each([
    [1, [true, true, true]],
    [2, [true, true, false]],
    [5, [true, false, false]],
    [3, [true, false, false]],
    [4, [false, false, false]],
  ])('with visibility %i is seen by administrator, member, guest: %j; all see its avatar', async (visibility, seen) => {
    const { client } = suite.stores.database;
    await client.organizationUserDefaults.upsert({
      where: { organizationId: home.id },
      create: { organizationId: home.id, values: { email_address_visibility: visibility } },
      update: { values: { email_address_visibility: visibility } },
    });
    const target = await suite.account(home);
    const shown = await Promise.all([administrator, member, guest].map((viewer) => one(String(target.userId), viewer, true)));
    expect(shown.map(({ user }) => user.delivery_email === target.deliveryEmail)).toEqual(seen);
    expect(shown.map(({ user }) => user.avatar_url === null)).toEqual(visibility === 1 ? [true, true, true] : [false, false, false]);
    const found = await Promise.all(
      [administrator, member, guest].map((viewer) =>
        one(target.deliveryEmail, viewer).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(found).toEqual(seen);
    await expect(one(target.email, guest)).resolves.toMatchObject({ user: { user_id: target.userId } });
    await expect(suite.stores.rpc.call(getMe, {}, target.caller)).resolves.toMatchObject({ delivery_email: target.deliveryEmail });
  });
});
