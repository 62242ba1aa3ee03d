import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import {
  createChannelFolder,
  getChannel,
  listChannelFolders,
  reorderChannelFolders,
  updateChannelFolder,
} from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const administrator = world.as(world.administrator);
const member = world.as(world.member);
afterAll(() => closeConnections());

async function folder(): Promise<{ id: number; name: string }> {
  const name = world.fresh('folder');
  return { name, id: (await administrator.ok(createChannelFolder, { name, description: 'what *it* is for' })).channel_folder_id };
}

describe('channel folders', () => {
  it('are created, changed, archived and unarchived by administrators, with events to everyone', async () => {
    const queue = await member.ok(registerQueue, { event_types: ['channel_folder'], fetch_event_types: ['channel_folders'] });
    const { id, name } = await folder();
    const renamed = world.fresh('renamed');
    await administrator.ok(updateChannelFolder, { channel_folder_id: id, name: renamed });
    await administrator.ok(updateChannelFolder, { channel_folder_id: id, is_archived: true });
    const listed = async (include_archived: boolean) =>
      (await member.ok(listChannelFolders, { include_archived })).channel_folders.find((one) => one.id === id);
    expect(await listed(false)).toBeUndefined();
    expect(await listed(true)).toMatchObject({ name: renamed, is_archived: true });
    await administrator.ok(updateChannelFolder, { channel_folder_id: id, is_archived: false });
    expect(await listed(false)).toEqual({
      id,
      name: renamed,
      description: 'what *it* is for',
      rendered_description: '<p>what <em>it</em> is for</p>',
      order: expect.any(Number),
      date_created: expect.any(Number),
      creator_id: world.administrator.user_id,
      is_archived: false,
    });
    const isMeant = (event: ClientEvent) => (event.channel_folder_id ?? Reflect.get(event.channel_folder ?? {}, 'id')) === id;
    expect(await receiveEvents(member, queue, 4, isMeant)).toMatchObject([
      { type: 'channel_folder', op: 'add', channel_folder: { id, name } },
      { op: 'update', data: { name: renamed } },
      { op: 'update', data: { is_archived: true } },
      { op: 'update', data: { is_archived: false } },
    ]);
  });

  it('can be reordered', async () => {
    await folder();
    await folder();
    const idsNow = async () => (await member.ok(listChannelFolders, {})).channel_folders.map(({ id }) => id);
    const order = (await idsNow()).reverse();
    await administrator.ok(reorderChannelFolders, { order });
    expect(await idsNow()).toEqual(order);
    const answer = await administrator.call(reorderChannelFolders, { order: order.slice(1) });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid order mapping.']);
  });

  it('can contain new channels, and then cannot be archived', async () => {
    const { id } = await folder();
    const channel = await world.channel([world.member], { folder_id: id });
    expect(await member.ok(getChannel, { stream_id: channel.id })).toMatchObject({ stream: { folder_id: id } });
    const answer = await administrator.call(updateChannelFolder, { channel_folder_id: id, is_archived: true });
    expect([answer.status, answer.body.msg]).toEqual([400, 'You need to remove all the channels from this folder to archive it.']);
  });

  it('are refused with the reason', async () => {
    const { id, name } = await folder();
    const other = await folder();
    const refusal = async (fields: Record<string, unknown>) => {
      const answers = [
        await administrator.call(createChannelFolder, fields),
        await administrator.call(updateChannelFolder, { channel_folder_id: other.id, ...fields }),
      ];
      return [...new Set(answers.map(({ status, body }) => `${status} ${body.msg}`))];
    };
    expect(await refusal({ name: ' ' })).toEqual(["400 Channel folder name can't be empty."]);
    expect(await refusal({ name: 'x'.repeat(101) })).toEqual(['400 name is too long (limit: 100 characters)']);
    expect(await refusal({ name: 'a\u0007' })).toEqual(['400 Invalid character in channel folder name, at position 2.']);
    expect(await refusal({ name: name.toUpperCase() })).toEqual([`400 Channel folder '${name.toUpperCase()}' already exists`]);
    expect(await refusal({ name: 'a', description: 'x'.repeat(1025) })).toEqual(['400 description is too long (limit: 1024 characters)']);
    const absent = await administrator.call(updateChannelFolder, { channel_folder_id: 1_999_999_999, name: 'a' });
    const foreign = await world.as(world.stranger).call(updateChannelFolder, { channel_folder_id: id, name: 'a' });
    expect([absent.body.msg, foreign.body.msg]).toEqual(['Invalid channel folder ID', 'Invalid channel folder ID']);
  });

  it('can be changed by administrators only, and are hidden from visitors who are not logged in', async () => {
    const { id } = await folder();
    for (const actor of [member, world.as(world.guest)]) {
      const answers = [
        await actor.call(createChannelFolder, { name: world.fresh('folder') }),
        await actor.call(updateChannelFolder, { channel_folder_id: id, name: 'a' }),
        await actor.call(reorderChannelFolders, { order: [id] }),
      ];
      expect(answers.map(({ status, body }) => `${status} ${body.msg}`)).toEqual(
        Array(3).fill('400 Must be an organization administrator'),
      );
    }
    expect((await world.anybody().call(listChannelFolders, {})).status).toBe(401);
  });
});
