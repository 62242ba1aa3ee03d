import { afterAll, describe, expect, it } from '@jest/globals';
import { createUser, getMe, getUser, getUsers } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
afterAll(() => closeConnections());

describe('the own account', () => {
  it('is returned with role, address and the newest message', async () => {
    expect(await me.ok(getMe, {})).toMatchObject({
      user_id: world.member.user_id,
      full_name: world.member.full_name,
      email: world.member.email,
      delivery_email: world.member.delivery_email,
      role: 400,
      is_admin: false,
      is_owner: false,
      is_guest: false,
      is_bot: false,
      is_active: true,
      avatar_url: expect.stringMatching(/^http/),
      max_message_id: expect.any(Number),
      profile_data: {},
    });
    expect(await world.as(world.owner).ok(getMe, {})).toMatchObject({ role: 100, is_owner: true, is_admin: true });
    expect(await world.as(world.bot).ok(getMe, {})).toMatchObject({ is_bot: true });
  });

  it('needs credentials', async () => {
    expect((await world.anybody().call(getMe, {})).status).toBe(401);
  });
});

describe('users', () => {
  it('are those of the own organization', async () => {
    const { members } = await me.ok(getUsers, {});
    const ids = members.map(({ user_id }) => user_id);
    expect(ids).toEqual(expect.arrayContaining([world.owner.user_id, world.guest.user_id, world.bot.user_id]));
    expect(ids).not.toContain(world.stranger.user_id);
  });

  it('can be selected by id', async () => {
    const { members } = await me.ok(getUsers, { user_ids: [world.owner.user_id, world.stranger.user_id] });
    expect(members.map(({ user_id }) => user_id)).toEqual([world.owner.user_id]);
  });

  it.each([
    ['id', () => String(world.colleague.user_id)],
    ['address', () => world.colleague.email],
  ])('are found by %s', async (_, user_id) => {
    const { user } = await me.ok(getUser, { user_id: user_id() });
    expect(user.user_id).toBe(world.colleague.user_id);
  });

  it.each([
    ['an unknown id', () => '1999999999'],
    ['a user of another organization', () => String(world.stranger.user_id)],
    ['an unknown address', () => 'nobody@absent.example'],
  ])('are not found: %s', async (_, user_id) => {
    const answer = await me.call(getUser, { user_id: user_id() });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', 'No such user']);
  });
});

describe('creating a user', () => {
  const wanted = () => ({
    email: `${world.fresh('made').replaceAll(' ', '-')}@demo.example`,
    password: 'a long enough password 9',
    full_name: world.fresh('Made'),
  });

  it('is visible to everyone at once', async () => {
    const user = wanted();
    const { user_id } = await world.as(world.owner).ok(createUser, user);
    expect((await me.ok(getUser, { user_id: String(user_id) })).user).toMatchObject({
      full_name: user.full_name,
      role: 400,
      is_active: true,
    });
  });

  it('is refused for members', async () => {
    const answer = await me.call(createUser, wanted());
    expect([answer.status, answer.body.result]).toEqual([400, 'error']);
  });

  it.each([
    ['an address that is taken', () => ({ email: world.member.delivery_email }), `Email '${world.member.delivery_email}' already in use`],
    ['a short password', () => ({ password: 'x9#kQ2v' }), 'The password is too weak.'],
    ['a common password', () => ({ password: 'Passw0rd1' }), 'The password is too weak.'],
    ['their name as password', () => ({ full_name: 'Wilhelmina Peeters', password: 'wilhelmina' }), 'The password is too weak.'],
    ['a name that is too short', () => ({ full_name: 'x' }), 'Name too short!'],
    ['a name with forbidden characters', () => ({ full_name: 'a*b' }), 'Invalid characters in name!'],
  ])('with %s is refused', async (_, change, msg) => {
    const answer = await world.as(world.owner).call(createUser, { ...wanted(), ...change() });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });
});
