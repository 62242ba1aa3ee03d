import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDefaultChannel, removeDefaultChannel } from '@parley/contracts/channels';
import { newestSeq, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const people = () => everyKind(channels);
const refusal = (msg: string) => ({ code: 'BAD_REQUEST', status: 400, msg });
const add = (user: UserRow, stream_id: number) => channels.suite.rpc.call(addDefaultChannel, { stream_id }, user.caller);
const remove = (user: UserRow, stream_id: number) => channels.suite.rpc.call(removeDefaultChannel, { stream_id }, user.caller);

describe('default channels', () => {
  it('are sent as a complete list whenever they change, but not to guests', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    const added = await explainChange(channels, all, () => add(all.administrator, id));
    expect(added(all.member)).toEqual(['default_streams']);
    expect(added(all.guest)).toEqual([]);
    const removed = await explainChange(channels, all, () => remove(all.administrator, id));
    expect(removed(all.member)).toEqual(['default_streams']);
  });

  it('send no event if nothing changes', async () => {
    const all = await people();
    const id = await channels.channel([all.owner], { is_default_stream: true });
    const other = await channels.channel([all.owner], {}, 'other');
    const seq = await newestSeq(channels.suite.database, all.organization.id);
    await add(all.administrator, id);
    await remove(all.administrator, other);
    expect(await newestSeq(channels.suite.database, all.organization.id)).toBe(seq);
  });

  it('cannot be private, archived, or of another organization', async () => {
    const all = await people();
    const theirs = await people();
    const secret = await channels.channel([all.member], { invite_only: true }, 'secret');
    const over = await channels.channel([all.member], {}, 'over');
    await channels.archive(all.member.caller, over);
    const foreign = await channels.channel([theirs.member]);
    await expect(add(all.administrator, secret)).rejects.toMatchObject(refusal('Private channels cannot be made default.'));
    for (const id of [over, foreign, 1_999_999_998]) {
      await expect(add(all.administrator, id)).rejects.toMatchObject(refusal('Invalid channel ID'));
      await expect(remove(all.administrator, id)).rejects.toMatchObject(refusal('Invalid channel ID'));
    }
  });

  it('can be changed by administrators only', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    for (const change of [add, remove]) {
      await expect(change(all.member, id)).rejects.toMatchObject(refusal('Must be an organization administrator'));
    }
  });
});
