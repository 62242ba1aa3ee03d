import { afterAll, describe, expect, it } from '@jest/globals';
import { archiveChannel, getChannel, listChannels, subscribe, updateChannel } from '@parley/contracts/channels';
import { sendMessage } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
afterAll(() => closeConnections());

const CANNOT_ADMINISTER = [400, 'CANNOT_ADMINISTER_CHANNEL', 'You do not have permission to administer this channel.'];
const UNKNOWN = [400, 'BAD_REQUEST', 'Invalid channel ID'];

describe('changing a channel', () => {
  it('changes the given properties only', async () => {
    const { id } = await world.channel([world.member]);
    const { stream: before } = await me.ok(getChannel, { stream_id: id });
    const new_name = world.fresh('renamed');
    const can_send_message_group = { new: { direct_members: [world.member.user_id], direct_subgroups: [] } };
    await me.ok(updateChannel, { stream_id: id, new_name, description: 'for *all*', can_send_message_group });
    expect((await me.ok(getChannel, { stream_id: id })).stream).toEqual({
      ...before,
      name: new_name,
      description: 'for *all*',
      rendered_description: expect.stringContaining('<em>all</em>'),
      can_send_message_group: { direct_members: [world.member.user_id], direct_subgroups: [] },
    });
  });

  it('to private hides it from users who are not subscribed', async () => {
    const { id } = await world.channel([world.member]);
    await colleague.ok(getChannel, { stream_id: id });
    await me.ok(updateChannel, { stream_id: id, is_private: true });
    const answer = await colleague.call(getChannel, { stream_id: id });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual(UNKNOWN);
  });

  it.each([
    [
      'a name that is taken',
      async () => ({ new_name: (await world.channel([world.colleague])).name }),
      /^Channel name '.*' is already taken\.$/,
    ],
    ['an empty name', async () => ({ new_name: ' ' }), "Channel name can't be empty."],
    ['an invalid combination', async () => ({ is_private: true, is_web_public: true }), 'Invalid parameters'],
    ['retention, by a member', async () => ({ message_retention_days: 3 }), 'Must be an organization owner'],
    ['a default channel, by a member', async () => ({ is_default_stream: true }), 'Insufficient permission'],
    [
      'the permission to delete messages, by a member',
      async () => ({ can_delete_own_message_group: { new: { direct_members: [world.member.user_id], direct_subgroups: [] } } }),
      'Insufficient permission',
    ],
    ['a value of the wrong type', async () => ({ is_private: 'yes' }), 'is_private is not a boolean'],
    ['a group in the form of another endpoint', async () => ({ can_send_message_group: 3 }), 'can_send_message_group is not a dict'],
    ['a group that does not exist', async () => ({ can_send_message_group: { new: 1_999_999_999 } }), 'Invalid user group'],
    ['an unknown topics policy', async () => ({ topics_policy: 'none' }), 'Invalid topics_policy'],
  ])('to %s is refused', async (_, fields, msg) => {
    const { id } = await world.channel([world.member]);
    const answer = await me.call(updateChannel, { stream_id: id, ...(await fields()) });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.msg).toEqual(typeof msg === 'string' ? msg : expect.stringMatching(msg));
  });

  it('with an outdated old value is refused', async () => {
    const { id } = await world.channel([world.member]);
    const nobody = { direct_members: [], direct_subgroups: [] };
    const answer = await me.call(updateChannel, { stream_id: id, can_send_message_group: { new: nobody, old: nobody } });
    expect([answer.status, answer.body.code]).toEqual([400, 'EXPECTATION_MISMATCH']);
  });

  it('is only allowed for channel administrators', async () => {
    const { id } = await world.channel([world.member, world.guest]);
    for (const person of [world.colleague, world.guest]) {
      const answer = await world.as(person).call(updateChannel, { stream_id: id, description: 'mine' });
      expect([answer.status, answer.body.code, answer.body.msg]).toEqual(CANNOT_ADMINISTER);
    }
    await world.as(world.administrator).ok(updateChannel, { stream_id: id, description: 'ours' });
  });

  it('of another organization, or hidden, is refused like an unknown id', async () => {
    const { id } = await world.channel([world.member], { invite_only: true });
    for (const person of [world.stranger, world.colleague]) {
      const answer = await world.as(person).call(updateChannel, { stream_id: id, description: 'mine' });
      expect([answer.status, answer.body.code, answer.body.msg]).toEqual(UNKNOWN);
    }
  });
});

describe('archiving a channel', () => {
  it('removes it from the list and refuses new messages; it can be undone', async () => {
    const { id, name } = await world.channel([world.member]);
    const listed = async () => (await me.ok(listChannels, {})).streams.some(({ stream_id }) => stream_id === id);
    const post = () => me.call(sendMessage, { type: 'channel', to: id, topic: 'last words', content: 'are these' });
    await me.ok(archiveChannel, { stream_id: id });
    expect(await listed()).toBe(false);
    const refused = await post();
    expect([refused.status, refused.body.msg]).toEqual([400, `Not authorized to send to channel '${name}'`]);
    const joining = await colleague.call(subscribe, { subscriptions: [{ name }] });
    expect([joining.status, joining.body.msg]).toEqual([400, `Unable to access channel (${name}).`]);
    await me.ok(updateChannel, { stream_id: id, is_archived: false });
    expect(await listed()).toBe(true);
    expect((await post()).status).toBe(200);
  });

  it('twice is refused', async () => {
    const { id } = await world.channel([world.member]);
    await me.ok(archiveChannel, { stream_id: id });
    const answer = await me.call(archiveChannel, { stream_id: id });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Channel is already deactivated']);
  });

  it('is only allowed for channel administrators; other channels count as unknown', async () => {
    const { id } = await world.channel([world.member]);
    const refused = await colleague.call(archiveChannel, { stream_id: id });
    expect([refused.status, refused.body.code, refused.body.msg]).toEqual(CANNOT_ADMINISTER);
    const unknown = await world.as(world.stranger).call(archiveChannel, { stream_id: id });
    expect([unknown.status, unknown.body.code, unknown.body.msg]).toEqual(UNKNOWN);
  });
});
