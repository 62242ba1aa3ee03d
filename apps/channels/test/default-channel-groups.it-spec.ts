import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import {
  createDefaultChannelGroup,
  deleteDefaultChannelGroup,
  subscribeNewAccount,
  updateDefaultChannelGroup,
  updateDefaultChannelGroupChannels,
} from '@parley/contracts/channels';
import { newestSeq, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const create = async (user: UserRow, stream_names: string[], group_name = 'Engineers') => {
  const params = { group_name, description: 'Who build it', stream_names };
  return (await channels.suite.rpc.call(createDefaultChannelGroup, params, user.caller)).group_id;
};
const update = (user: UserRow, group_id: number, fields: { new_group_name?: string; new_description?: string }) =>
  channels.suite.rpc.call(updateDefaultChannelGroup, { group_id, ...fields }, user.caller);
const change = (user: UserRow, group_id: number, op: string, stream_names: string[]) =>
  channels.suite.rpc.call(updateDefaultChannelGroupChannels, { group_id, op, stream_names }, user.caller);
const remove = (user: UserRow, group_id: number) => channels.suite.rpc.call(deleteDefaultChannelGroup, { group_id }, user.caller);
const refusal = (msg: string) => ({ code: 'BAD_REQUEST', status: 400, msg });

/** With the public channels "build" and "test". */
async function world() {
  const all = await everyKind(channels);
  const build = await channels.channel([all.owner], {}, 'build');
  const test = await channels.channel([all.owner], {}, 'test');
  return { all, build, test };
}
const groupsFor = async (user: UserRow) => (await channels.registerFields(user.caller)).realm_default_stream_groups;

describe('groups of default channels', () => {
  it('are created, changed and deleted, with the complete list for all but guests', async () => {
    const { all, build, test } = await world();
    let id = 0;
    const created = await explainChange(channels, all, async () => {
      id = await create(all.administrator, ['build']);
    });
    expect([created(all.member), created(all.guest)]).toEqual([['default_stream_groups'], []]);
    expect(await groupsFor(all.member)).toEqual([{ id, name: 'Engineers', description: 'Who build it', streams: [build] }]);
    expect(await groupsFor(all.guest)).toEqual([]);
    await explainChange(channels, all, () => update(all.owner, id, { new_group_name: ' Builders ', new_description: 'We' }));
    await explainChange(channels, all, () => change(all.owner, id, 'add', ['test', 'Test']));
    expect(await groupsFor(all.member)).toEqual([{ id, name: 'Builders', description: 'We', streams: [build, test] }]);
    await explainChange(channels, all, () => change(all.owner, id, 'remove', ['build']));
    expect(await groupsFor(all.member)).toMatchObject([{ streams: [test] }]);
    await explainChange(channels, all, () => remove(all.administrator, id));
    expect(await groupsFor(all.member)).toEqual([]);
  });

  it('lose channels that are archived or become private', async () => {
    const { all, build, test } = await world();
    await create(all.owner, ['build', 'test']);
    const archived = await explainChange(channels, all, () => channels.archive(all.owner.caller, build));
    expect(archived(all.member)).toContain('default_stream_groups');
    expect(await groupsFor(all.member)).toMatchObject([{ streams: [test] }]);
    await explainChange(channels, all, () => channels.update(all.owner.caller, test, { is_private: 'true' }));
    expect(await groupsFor(all.member)).toMatchObject([{ streams: [] }]);
  });

  it('can be chosen by a new account, but not by a guest, and those of other organizations do not exist', async () => {
    const { all } = await world();
    const theirs = await world();
    const id = await create(all.owner, ['build', 'test']);
    const foreign = await create(theirs.all.owner, ['build']);
    const give = (user: UserRow, defaultGroupIds: number[]) => {
      const { id: userId, organizationId } = user;
      const input = { organizationId, userId, channelIds: [], includesDefaults: false, defaultGroupIds };
      return channels.suite.rpc.call(subscribeNewAccount, input, SYSTEM_VISITOR);
    };
    await give(all.other, [foreign, 1_999_999_999]);
    expect(await channels.subscriptionNames(all.other.caller)).toEqual([]);
    await give(all.other, [id]);
    expect(await channels.subscriptionNames(all.other.caller)).toEqual(['build', 'test']);
    await give(all.guest, [id]);
    expect(await channels.subscriptionNames(all.guest.caller)).toEqual([]);
  });

  it('are changed by administrators only', async () => {
    const { all } = await world();
    const id = await create(all.owner, []);
    const seq = await newestSeq(channels.suite.database, all.organization.id);
    const attempts = [
      create(all.member, [], 'Mine'),
      update(all.member, id, { new_description: '' }),
      change(all.guest, id, 'add', []),
      remove(all.member, id),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject(refusal('Must be an organization administrator'));
    expect(await newestSeq(channels.suite.database, all.organization.id)).toBe(seq);
  });

  it('of another organization do not exist', async () => {
    const { all } = await world();
    const theirs = await world();
    const foreign = await create(theirs.all.owner, []);
    for (const id of [foreign, 1_999_999_999, 2 ** 40]) {
      const absent = refusal(`Default channel group with id '${id}' does not exist.`);
      await expect(update(all.owner, id, { new_description: '' })).rejects.toMatchObject(absent);
      await expect(change(all.owner, id, 'add', [])).rejects.toMatchObject(absent);
      await expect(remove(all.owner, id)).rejects.toMatchObject(absent);
    }
  });

  it('have valid and unique names, and public channels that are no default channels', async () => {
    const { all } = await world();
    const { owner } = all;
    await channels.channel([owner], { is_default_stream: true }, 'everyone');
    await channels.channel([owner], { invite_only: true }, 'secret');
    const id = await create(owner, ['build']);
    const other = await create(owner, [], 'Testers');
    const attempts: [() => Promise<unknown>, string][] = [
      [() => create(owner, [], ' '), 'Invalid default channel group name'],
      [() => create(owner, [], 'a\0b'), 'Invalid default channel group name'],
      [() => create(owner, [], 'a'.repeat(61)), 'Default channel group name too long (limit: 60 characters)'],
      [() => create(owner, [], 'engineers'), "Default channel group 'engineers' already exists"],
      [() => create(owner, ['nowhere'], 'New'), "Invalid channel name 'nowhere'"],
      [() => create(owner, ['secret'], 'New'), 'Private channels cannot be made default.'],
      [() => create(owner, ['everyone'], 'New'), "'everyone' is a default channel and cannot be added to 'New'"],
      [() => update(owner, id, {}), 'You must pass "new_description" or "new_group_name".'],
      [() => update(owner, id, { new_group_name: 'Engineers' }), "This default channel group is already named 'Engineers'"],
      [() => update(owner, other, { new_group_name: 'ENGINEERS' }), "Default channel group 'ENGINEERS' already exists"],
      [() => change(owner, id, 'set', []), 'Invalid value for "op". Specify one of "add" or "remove".'],
      [() => change(owner, id, 'add', ['test', 'build']), "Channel 'build' is already present in default channel group 'Engineers'"],
      [() => change(owner, id, 'remove', ['test']), "Channel 'test' is not present in default channel group 'Engineers'"],
      [() => change(owner, id, 'add', ['everyone']), "'everyone' is a default channel and cannot be added to 'Engineers'"],
    ];
    const seq = await newestSeq(channels.suite.database, all.organization.id);
    for (const [attempt, msg] of attempts) await expect(attempt()).rejects.toMatchObject(refusal(msg));
    await update(owner, id, { new_description: 'Who build it' });
    expect(await newestSeq(channels.suite.database, all.organization.id)).toBe(seq);
    await update(owner, id, { new_group_name: 'ENGINEERS' });
  });
});
