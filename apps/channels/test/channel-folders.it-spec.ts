import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, type Caller, decodeParams, ROLES } from '@parley/contracts';
import {
  createChannelFolder,
  listChannelFolders,
  reorderChannelFolders,
  updateChannel,
  updateChannelFolder,
} from '@parley/contracts/channels';
import { expectEventsExplainState, newestSeq, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

type Fields = Readonly<Record<string, unknown>>;

async function people() {
  const organization = await channels.rows.organization();
  const administrator = await channels.rows.user(organization, { role: ROLES.administrator });
  const member = await channels.rows.user(organization);
  const guest = await channels.rows.user(organization, { role: ROLES.guest });
  return { organization, administrator, member, guest };
}

async function create(caller: Caller, fields: Fields): Promise<number> {
  const { params } = decodeParams(createChannelFolder.params, { fields, path: {} });
  return (await channels.suite.rpc.call(createChannelFolder, params, caller)).channel_folder_id;
}

async function update(caller: Caller, id: number, fields: Fields) {
  const { params } = decodeParams(updateChannelFolder.params, { fields, path: { channel_folder_id: String(id) } });
  return channels.suite.rpc.call(updateChannelFolder, params, caller);
}

async function reorder(caller: Caller, order: unknown) {
  const { params } = decodeParams(reorderChannelFolders.params, { fields: { order }, path: {} });
  return channels.suite.rpc.call(reorderChannelFolders, params, caller);
}

async function list(caller: Caller, include_archived = false) {
  return (await channels.suite.rpc.call(listChannelFolders, { include_archived }, caller)).channel_folders;
}

const ids = async (caller: Caller, include_archived = false) => (await list(caller, include_archived)).map((folder) => folder.id);

async function msgOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ApiError) return error.msg;
    throw error;
  }
  throw new Error('the call was not refused');
}

/**
 * Runs the change and checks for all users that registration before + events = registration after. Returns the ops that each received.
 */
async function explain(users: readonly UserRow[], change: () => Promise<unknown>): Promise<unknown[][]> {
  const [first] = users;
  if (first === undefined) return [];
  const before = await Promise.all(users.map((user) => channels.registerFields(user.caller)));
  const mark = await channels.mark(first.organizationId);
  await change();
  const received: unknown[][] = [];
  for (const [index, user] of users.entries()) {
    const events = await channels.eventsSince(mark, user);
    expectEventsExplainState({ before: before[index] ?? {}, events, after: await channels.registerFields(user.caller), userId: user.id });
    received.push(events.map((event) => event.op));
  }
  return received;
}

describe('channel folders', () => {
  it('are created at the end, with rendered descriptions, and are visible to everyone', async () => {
    const { administrator, member, guest } = await people();
    const teams = await create(administrator.caller, { name: ' Teams ', description: '**all** of them' });
    const other = await create(administrator.caller, { name: 'Other' });
    const made = { date_created: expect.any(Number), creator_id: administrator.id, is_archived: false };
    const folders = [
      {
        id: teams,
        name: 'Teams',
        description: '**all** of them',
        rendered_description: '<p><strong>all</strong> of them</p>',
        order: 0,
        ...made,
      },
      { id: other, name: 'Other', description: '', rendered_description: '', order: 1, ...made },
    ];
    for (const user of [administrator, member, guest]) {
      expect(await list(user.caller)).toEqual(folders);
      expect((await channels.registerFields(user.caller)).channel_folders).toEqual(folders);
    }
    expect(await channels.registerFields(member.caller, { fetchEventTypes: ['channel_folders'] })).toEqual({ channel_folders: folders });
  });

  it('can be changed, archived and unarchived; archived ones are listed on request and always registered', async () => {
    const { administrator, member } = await people();
    const id = await create(administrator.caller, { name: 'Teams' });
    await update(administrator.caller, id, { name: 'TEAMS', description: 'new' });
    expect(await list(member.caller)).toMatchObject([{ id, name: 'TEAMS', description: 'new', rendered_description: '<p>new</p>' }]);
    await update(administrator.caller, id, { is_archived: true });
    expect(await ids(member.caller)).toEqual([]);
    expect(await list(member.caller, true)).toMatchObject([{ id, is_archived: true, order: 0 }]);
    expect(await channels.registerFields(member.caller)).toMatchObject({ channel_folders: [{ id, is_archived: true }] });
    await update(administrator.caller, id, { is_archived: false });
    expect(await ids(member.caller)).toEqual([id]);
  });

  it('can be reordered; archived ones may be omitted', async () => {
    const { administrator, member } = await people();
    const [a, b, c] = [
      await create(administrator.caller, { name: 'a' }),
      await create(administrator.caller, { name: 'b' }),
      await create(administrator.caller, { name: 'c' }),
    ];
    await reorder(administrator.caller, [c, a, b]);
    expect(await ids(member.caller)).toEqual([c, a, b]);
    await update(administrator.caller, a, { is_archived: true });
    await reorder(administrator.caller, [b, c]);
    expect(await ids(member.caller)).toEqual([b, c]);
    await reorder(administrator.caller, [c, b, a]);
    expect(await ids(member.caller, true)).toEqual([c, b, a]);
    for (const order of [[], [c], [c, b, b], [c, b, 1_999_999_999]]) {
      expect(await msgOf(() => reorder(administrator.caller, order))).toBe('Invalid order mapping.');
    }
    expect(await ids(member.caller, true)).toEqual([c, b, a]);
  });

  it('can contain channels from their creation, and then cannot be archived', async () => {
    const { administrator, member } = await people();
    const folder_id = await create(administrator.caller, { name: 'Teams' });
    await channels.subscribe(member.caller, ['design'], { folder_id });
    expect(await channels.registerFields(member.caller)).toMatchObject({ subscriptions: [{ name: 'design', folder_id }] });
    expect(await msgOf(() => update(administrator.caller, folder_id, { name: 'X', is_archived: true }))).toBe(
      'You need to remove all the channels from this folder to archive it.',
    );
    expect(await list(member.caller)).toMatchObject([{ name: 'Teams', is_archived: false }]);
  });

  it('existing channels can be moved in and out, and everyone receives the event', async () => {
    const { administrator, member } = await people();
    const { caller } = administrator;
    const folder_id = await create(caller, { name: 'Teams' });
    await channels.subscribe(member.caller, ['design']);
    const { id } = await channels.suite.database.client.channel.findFirstOrThrow({ where: { organizationId: member.organizationId } });
    const move = (folder: number | null) => channels.suite.rpc.call(updateChannel, { stream_id: id, folder_id: folder }, caller);
    expect(await explain([member], () => move(folder_id))).toEqual([['update']]);
    expect(await channels.registerFields(member.caller)).toMatchObject({ subscriptions: [{ folder_id }] });
    expect(await msgOf(() => move(1_999_999_999))).toBe('Invalid channel folder ID');
    expect(await explain([member], () => move(null))).toEqual([['update']]);
    await update(caller, folder_id, { is_archived: true });
    expect(await msgOf(() => move(folder_id))).toBe('Invalid channel folder ID');
  });

  it('that are archived, unknown or of another organization accept no channel', async () => {
    const { administrator, member } = await people();
    const elsewhere = await people();
    const archived = await create(administrator.caller, { name: 'Over' });
    await update(administrator.caller, archived, { is_archived: true });
    const foreign = await create(elsewhere.administrator.caller, { name: 'Theirs' });
    for (const folder_id of [archived, foreign, 1_999_999_999]) {
      expect(await msgOf(() => channels.subscribe(member.caller, ['design'], { folder_id }))).toBe('Invalid channel folder ID');
    }
    expect(await channels.subscriptionNames(member.caller)).toEqual([]);
  });
});

describe('events of channel folders', () => {
  it('explain the state of all users', async () => {
    const { administrator, member, guest } = await people();
    const users = [administrator, member, guest];
    const first = await create(administrator.caller, { name: 'first' });
    const second = await create(administrator.caller, { name: 'second' });
    const { caller } = administrator;
    expect(await explain(users, () => create(caller, { name: 'third', description: '*x*' }))).toEqual([['add'], ['add'], ['add']]);
    expect(await explain(users, () => update(caller, first, { name: 'FIRST', description: '*y*', is_archived: true }))).toEqual([
      ['update'],
      ['update'],
      ['update'],
    ]);
    const third = (await ids(caller)).at(-1);
    expect(await explain(users, () => reorder(caller, [third, second]))).toEqual([['reorder'], ['reorder'], ['reorder']]);
    expect(await explain(users, () => update(caller, first, { is_archived: false }))).toEqual([['update'], ['update'], ['update']]);
  });

  it('contain only the changes, and without changes there are none', async () => {
    const { organization, administrator } = await people();
    const { caller } = administrator;
    const id = await create(caller, { name: 'Teams' });
    const mark = await channels.mark(organization.id);
    await update(caller, id, { name: 'Teams', description: 'x' });
    expect(await channels.eventsSince(mark, administrator)).toMatchObject([
      { type: 'channel_folder', op: 'update', channel_folder_id: id, data: { description: 'x', rendered_description: '<p>x</p>' } },
    ]);
    const seq = await newestSeq(channels.suite.database, organization.id);
    await update(caller, id, { name: ' Teams ', description: 'x', is_archived: false });
    await update(caller, id, {});
    await reorder(caller, [id]);
    expect(await newestSeq(channels.suite.database, organization.id)).toBe(seq);
  });

  it('of concurrent creations keep snapshot and events consistent, with one folder of each name', async () => {
    const { administrator, member } = await people();
    const names = ['a', 'A', 'b', 'B', 'c'];
    await explain([member], () => Promise.allSettled(names.map((name) => create(administrator.caller, { name }))));
    expect((await list(member.caller)).map((folder) => folder.order)).toEqual([0, 1, 2]);
  });
});

describe('refused requests change nothing', () => {
  it.each([
    [{ name: '  ' }, "Channel folder name can't be empty."],
    [{ name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
    [{ name: 'ab\u0007c' }, 'Invalid character in channel folder name, at position 3.'],
    [{ name: 'tEAMS' }, "Channel folder 'tEAMS' already exists"],
    [{ name: 'New', description: 'x'.repeat(1025) }, 'description is too long (limit: 1024 characters)'],
  ])('%j, on creation and on change', async (fields, msg) => {
    const { organization, administrator } = await people();
    await create(administrator.caller, { name: 'Teams' });
    const other = await create(administrator.caller, { name: 'Other' });
    const seq = await newestSeq(channels.suite.database, organization.id);
    expect(await msgOf(() => create(administrator.caller, fields))).toBe(msg);
    expect(await msgOf(() => update(administrator.caller, other, fields))).toBe(msg);
    expect(await newestSeq(channels.suite.database, organization.id)).toBe(seq);
  });

  it('the name of an archived folder', async () => {
    const { administrator } = await people();
    const id = await create(administrator.caller, { name: 'Teams' });
    await update(administrator.caller, id, { is_archived: true });
    expect(await msgOf(() => create(administrator.caller, { name: 'teams' }))).toBe("Channel folder 'teams' already exists");
  });

  it('a user who is no administrator', async () => {
    const { organization, administrator, member, guest } = await people();
    const moderator = await channels.rows.user(organization, { role: ROLES.moderator });
    const id = await create(administrator.caller, { name: 'Teams' });
    for (const { caller } of [moderator, member, guest]) {
      for (const change of [() => create(caller, { name: 'X' }), () => update(caller, id, { name: 'X' }), () => reorder(caller, [id])]) {
        expect(await msgOf(change)).toBe('Must be an organization administrator');
      }
    }
  });

  it('a folder that is unknown or of another organization', async () => {
    const { administrator } = await people();
    const elsewhere = await people();
    const foreign = await create(elsewhere.administrator.caller, { name: 'Theirs' });
    for (const id of [foreign, 1_999_999_999]) {
      expect(await msgOf(() => update(administrator.caller, id, { name: 'X' }))).toBe('Invalid channel folder ID');
    }
    expect(await list(elsewhere.member.caller)).toMatchObject([{ name: 'Theirs' }]);
    expect(await list(administrator.caller)).toEqual([]);
  });
});
