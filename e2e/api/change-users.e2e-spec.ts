import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { deactivateMe, deactivateUser, getMe, getUser, reactivateUser, updateUser } from '@parley/contracts/organization';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const administrator = world.as(world.administrator);
const member = world.as(world.member);
afterAll(() => closeConnections());

const userOf = async (user_id: number) => (await member.ok(getUser, { user_id: String(user_id) })).user;

describe('PATCH /users/{user_id}', () => {
  it('changes name, role and address, by id and by address', async () => {
    const person = await world.newcomer();
    await administrator.ok(updateUser, { user_id: String(person.user_id), full_name: 'Has Changed', role: 300 });
    expect(await userOf(person.user_id)).toMatchObject({ full_name: 'Has Changed', role: 300 });
    const moved = `moved-${person.email}`;
    await administrator.ok(updateUser, { user_id: person.email, new_email: moved });
    expect(await userOf(person.user_id)).toMatchObject({ email: moved, delivery_email: moved });
    expect(await world.as({ ...person, email: moved }).ok(getMe, {})).toMatchObject({ user_id: person.user_id });
  });
  it('sends an event to others', async () => {
    const person = await world.newcomer();
    const queue = await member.ok(registerQueue, { event_types: ['realm_user'], fetch_event_types: [] });
    await administrator.ok(updateUser, { user_id: String(person.user_id), full_name: 'Heard Of' });
    const expected = { user_id: person.user_id, full_name: 'Heard Of' };
    const isMeant = (event: ClientEvent) => Object(event.person).user_id === person.user_id;
    expect(await receiveEvents(member, queue, 1, isMeant)).toEqual([{ type: 'realm_user', op: 'update', person: expected }]);
  });
  it.each([
    ['a member', world.member, { full_name: 'Not Mine' }, 'Insufficient permission'],
    ['an administrator who appoints an owner', world.administrator, { role: 100 }, 'Must be an organization owner'],
    ['a name that is too short', world.administrator, { full_name: 'N' }, 'Name too short!'],
    ['an unknown role', world.administrator, { role: 150 }, 'Invalid role'],
    ['a role that is not a number', world.administrator, { role: 'member' }, 'role is not an integer'],
    ['an invalid address', world.administrator, { new_email: 'nowhere' }, 'Enter a valid email address.'],
    [
      'an address in use',
      world.administrator,
      { new_email: world.owner.delivery_email },
      `Email '${world.owner.delivery_email}' already in use`,
    ],
  ])('refuses %s', async (_, who, change, msg) => {
    const { status, body } = await world.as(who).call(updateUser, { user_id: String(world.third.user_id), ...change });
    expect([status, body.msg]).toEqual([400, msg]);
  });
  it.each([
    ['an unknown id', '1999999999'],
    ['an id that is too large', '99999999999999999999'],
    ['a user of the other organization', String(world.stranger.user_id)],
    ['the address of a foreign user', world.stranger.email],
  ])('has the same answer for %s', async (_, user_id) => {
    const { status, body } = await administrator.call(updateUser, { user_id, full_name: 'Somebody' });
    expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', 'No such user']);
  });
  it('needs credentials', async () => {
    expect((await world.anybody().call(updateUser, { user_id: '1' })).status).toBe(401);
  });
});

describe('DELETE /users/me and POST /users/{user_id}/reactivate', () => {
  it('a deactivated user can be reactivated and keeps their key', async () => {
    const person = await world.newcomer();
    const { queue_id, last_event_id } = await world.as(person).ok(registerQueue, { fetch_event_types: [] });
    await world.as(person).ok(deactivateMe, {});
    const refused = await world.as(person).call(getMe, {});
    expect([refused.status, refused.body.code]).toEqual([401, 'USER_DEACTIVATED']);
    await administrator.ok(reactivateUser, { user_id: person.user_id });
    expect(await world.as(person).ok(getMe, {})).toMatchObject({ is_active: true });
    const poll = () => world.as(person).call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true });
    const polled = await eventually(poll, ({ status }) => status !== 200);
    expect([polled.status, polled.body.code]).toEqual([400, 'BAD_EVENT_QUEUE_ID']);
    await world.as(person).ok(registerQueue, { fetch_event_types: [] });
  });
  it('deactivating oneself is refused for the only owner and for bots', async () => {
    const owner = await world.as(world.stranger).call(deactivateMe, {});
    expect([owner.status, owner.body]).toEqual([
      400,
      expect.objectContaining({ code: 'CANNOT_DEACTIVATE_LAST_USER', entity: 'organization owner', is_last_owner: true }),
    ]);
    const bot = await world.as(world.bot).call(deactivateMe, {});
    expect([bot.status, bot.body.msg]).toEqual([400, 'This endpoint does not accept bot requests.']);
    expect((await world.anybody().call(deactivateMe, {})).status).toBe(401);
  });
  it('reactivating is refused for members, and for unknown users', async () => {
    const person = await world.newcomer();
    await administrator.ok(deactivateUser, { user_id: person.user_id });
    const again = await administrator.call(deactivateUser, { user_id: person.user_id });
    expect([again.status, again.body.code, again.body.msg]).toEqual([400, 'BAD_REQUEST', 'User is deactivated']);
    const byMember = await member.call(reactivateUser, { user_id: person.user_id });
    expect([byMember.status, byMember.body.msg]).toEqual([400, 'Must be an organization administrator']);
    for (const user_id of [world.stranger.user_id, 1_999_999_999]) {
      const answer = await administrator.call(reactivateUser, { user_id });
      expect([answer.status, answer.body.msg]).toEqual([400, 'No such user']);
    }
    expect((await world.anybody().call(reactivateUser, { user_id: person.user_id })).status).toBe(401);
  });
});
