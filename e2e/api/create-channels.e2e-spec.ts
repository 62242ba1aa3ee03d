import { afterAll, describe, expect, it } from '@jest/globals';
import {
  addDefaultChannel,
  createChannel,
  getChannel,
  listChannelMembers,
  listChannels,
  removeDefaultChannel,
} from '@parley/contracts/channels';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const administrator = world.as(world.administrator);
afterAll(() => closeConnections());

const isDefault = async (channelId: number) => {
  const { streams } = await administrator.ok(listChannels, { include_default: true });
  return streams.find(({ stream_id }) => stream_id === channelId)?.is_default;
};

describe('creating a channel', () => {
  it('creates it and subscribes the given users', async () => {
    const name = world.fresh('created');
    const { id } = await me.ok(createChannel, { name, subscribers: [world.colleague.user_id], invite_only: true });
    const colleague = world.as(world.colleague);
    expect((await colleague.ok(getChannel, { stream_id: id })).stream).toMatchObject({
      name,
      invite_only: true,
      creator_id: world.member.user_id,
    });
    expect((await colleague.ok(listChannelMembers, { stream_id: id })).subscribers).toEqual([world.colleague.user_id]);
  });

  it.each([
    ['a name that is taken', async () => ({ name: (await world.channel([world.colleague])).name }), /^Channel '.*' already exists$/],
    ['an empty name', async () => ({ name: '' }), "Channel name can't be empty."],
    ['unknown users', async () => ({ subscribers: [1_999_999_999] }), 'No such user'],
    ['users by name', async () => ({ subscribers: ['Someone'] }), 'subscribers[0] is not an integer'],
    ['a retention, which only owners may set', async () => ({ message_retention_days: 3 }), 'Insufficient permission'],
  ])('with %s is refused', async (_, fields, msg) => {
    const answer = await me.call(createChannel, { name: world.fresh('unmade'), subscribers: [], ...(await fields()) });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.msg).toEqual(typeof msg === 'string' ? msg : expect.stringMatching(msg));
  });

  it('is refused for guests, and with users of another organization', async () => {
    const params = { name: world.fresh('unmade'), subscribers: [] };
    const guest = await world.as(world.guest).call(createChannel, params);
    expect([guest.status, guest.body.msg]).toEqual([400, 'Not allowed for guest users']);
    const foreign = await me.call(createChannel, { ...params, subscribers: [world.stranger.user_id] });
    expect([foreign.status, foreign.body.msg]).toEqual([400, 'No such user']);
  });
});

describe('default channels', () => {
  it('are set by administrators', async () => {
    const { id } = await world.channel([world.member]);
    await administrator.ok(addDefaultChannel, { stream_id: id });
    expect(await isDefault(id)).toBe(true);
    await administrator.ok(removeDefaultChannel, { stream_id: id });
    expect(await isDefault(id)).toBe(false);
  });

  it('cannot be private', async () => {
    const { id } = await world.channel([world.administrator], { invite_only: true });
    const answer = await administrator.call(addDefaultChannel, { stream_id: id });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Private channels cannot be made default.']);
  });

  it.each([
    ['adding', addDefaultChannel],
    ['removing', removeDefaultChannel],
  ])('%s one is for administrators, of channels of their organization', async (_, change) => {
    const { id } = await world.channel([world.member]);
    const refused = await me.call(change, { stream_id: id });
    expect([refused.status, refused.body.msg]).toEqual([400, 'Must be an organization administrator']);
    const elsewhere = await world.as(world.stranger).call(change, { stream_id: id });
    expect([elsewhere.status, elsewhere.body.msg]).toEqual([400, 'Invalid channel ID']);
  });
});
