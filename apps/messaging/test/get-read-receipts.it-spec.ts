import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getReadReceipts, markChannelAsRead, muteUser } from '@parley/contracts/messaging';
import { statementsDuring, type UserRow } from '@parley/testing';
import { joinChannel, leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function setting() {
  const made = await suite.channelOfThree();
  return { ...made, id: await suite.sendToChannel(made.ann, made.channel, { read_by_sender: true }) };
}

const readersFor = async (by: UserRow, id: number) =>
  (await suite.call(getReadReceipts, by.caller, {}, { message_id: String(id) })).user_ids;
const read = (user: UserRow, id: number) => suite.changeFlags(user, 'add', 'read', [id]);

describe('read receipts', () => {
  it('list everyone except its sender who read it, one by one or with the whole channel, until marked unread', async () => {
    const { ann, bob, eve, channel, id } = await setting();
    expect(await readersFor(ann, id)).toEqual([]);
    await read(bob, id);
    expect(await readersFor(ann, id)).toEqual([bob.id]);
    await suite.call(markChannelAsRead, eve.caller, { stream_id: channel.id });
    expect(await readersFor(bob, id)).toEqual([bob.id, eve.id]);
    await suite.changeFlags(bob, 'remove', 'read', [id]);
    expect(await readersFor(bob, id)).toEqual([eve.id]);
    const later = await suite.sendToChannel(ann, channel);
    expect(await readersFor(ann, later)).toEqual([]);
  });

  it('work in conversations too', async () => {
    const { ann, bob, eve } = await setting();
    const id = await suite.sendDirect(ann, [bob, eve]);
    await read(eve, id);
    expect(await readersFor(bob, id)).toEqual([eve.id]);
  });

  it('include only users who have it: not later subscribers, but users who starred it, and users who left', async () => {
    const { organization, ann, bob, channel, id } = await setting();
    const late = await suite.rows.user(organization);
    const passer = await suite.rows.user(organization);
    await joinChannel(suite.suite, late, channel);
    await suite.changeFlags(passer, 'add', 'starred', [id]);
    await leaveChannel(suite.suite, bob, channel);
    expect(await readersFor(ann, id)).toEqual([bob.id, passer.id].sort((a, b) => a - b));
  });

  it('leave out bots, deactivated users and users who disabled read receipts', async () => {
    const { organization, ann, bob, channel } = await setting();
    const bot = await suite.rows.user(organization, { isBot: true, botType: 1, botOwnerId: ann.id });
    const gone = await suite.rows.user(organization);
    const silent = await suite.rows.user(organization);
    await suite.rows.subscription(channel, [bot, gone, silent]);
    const id = await suite.sendToChannel(ann, channel);
    for (const user of [bob, bot, gone, silent]) await read(user, id);
    await suite.client.userAccount.update({ where: { id: gone.id }, data: { isActive: false } });
    await suite.client.userSettings.create({
      data: { userId: silent.id, organizationId: organization.id, values: { send_read_receipts: false } },
    });
    expect(await readersFor(ann, id)).toEqual([bob.id]);
  });

  it('leave out users whom the caller muted, and users who muted the caller', async () => {
    const { ann, bob, eve, id } = await setting();
    for (const user of [bob, eve]) await read(user, id);
    await suite.call(muteUser, bob.caller, {}, { muted_user_id: String(eve.id) });
    expect(await readersFor(bob, id)).toEqual([bob.id]);
    expect(await readersFor(eve, id)).toEqual([eve.id]);
    expect(await readersFor(ann, id)).toEqual([bob.id, eve.id]);
  });

  it('count messages of a muted sender as read', async () => {
    const { ann, bob, channel } = await setting();
    await suite.call(muteUser, bob.caller, {}, { muted_user_id: String(ann.id) });
    const id = await suite.sendToChannel(ann, channel);
    const eye = await suite.rows.user({ id: ann.organizationId });
    expect(await readersFor(eye, id)).toEqual([bob.id]);
  });

  it('are refused for messages that the caller may not see, and if the organization disabled them', async () => {
    const { organization, ann, bob, id } = await setting();
    const stranger = (await setting()).bob;
    const direct = await suite.sendDirect(ann, [ann]);
    for (const [user, message] of [
      [stranger, id],
      [bob, direct],
      [bob, 999_999_999],
      [bob, 999_999_999_999_999],
    ] as const) {
      await expect(readersFor(user, message)).rejects.toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid message(s)' });
    }
    await suite.client.organization.update({ where: { id: organization.id }, data: { settings: { enable_read_receipts: false } } });
    await expect(readersFor(bob, id)).rejects.toMatchObject({ msg: 'Read receipts are disabled in this organization.' });
  });

  it('cost three statements, however many users read it', async () => {
    const { organization, ann, channel } = await setting();
    const many = await suite.rows.manyUsers(organization, 1_000);
    await suite.rows.subscription(
      channel,
      many.map((id) => ({ id })),
    );
    const id = await suite.sendToChannel(ann, channel);
    await suite.client.messageFlag.createMany({
      data: many.map((userId) => ({ userId, organizationId: organization.id, messageId: BigInt(id), flags: 1 })),
    });
    let readers: readonly number[] = [];
    const sent = await statementsDuring(async () => {
      readers = await readersFor(ann, id);
    });
    expect(sent).toHaveLength(3);
    expect(readers).toEqual(many);
  });
});
