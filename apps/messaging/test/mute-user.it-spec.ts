import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { muteUser, unmuteUser } from '@parley/contracts/messaging';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const setting = () => suite.channelOfThree();

const mute = (by: UserRow, id: number) => suite.call(muteUser, by.caller, {}, { muted_user_id: String(id) });
const unmute = (by: UserRow, id: number) => suite.call(unmuteUser, by.caller, {}, { muted_user_id: String(id) });
const mutedBy = async (user: UserRow) => {
  const { muted_users } = await suite.registerFields(user);
  return (muted_users as { id: number }[]).map(({ id }) => id);
};

describe('muting a user', () => {
  it('marks all their unread messages as read, and no others', async () => {
    const { ann, bob, eve, channel } = await setting();
    const inChannel = await suite.sendToChannel(ann, channel);
    const mention = await suite.sendToChannel(ann, channel, { content: '@**Bob**' });
    const direct = await suite.sendDirect(ann, [bob]);
    const ofEve = await suite.sendToChannel(eve, channel);
    await mute(bob, ann.id);
    expect(await suite.readIds(bob, [{ operator: 'is', operand: 'unread' }])).toEqual([ofEve]);
    expect(await suite.flagsOf(bob, mention)).toEqual(['read', 'mentioned']);
    for (const id of [inChannel, direct]) expect(await suite.flagsOf(bob, id)).toEqual(['read']);
    expect(await suite.flagsOf(eve, inChannel)).toEqual([]);
  });

  it('makes their later messages arrive read, until unmuting', async () => {
    const { ann, bob, channel } = await setting();
    await mute(bob, ann.id);
    const whileMuted = await suite.sendToChannel(ann, channel);
    await unmute(bob, ann.id);
    const later = await suite.sendToChannel(ann, channel);
    expect(await suite.flagsOf(bob, whileMuted)).toEqual(['read']);
    expect(await suite.flagsOf(bob, later)).toEqual([]);
    await mute(bob, ann.id);
    expect(await suite.flagsOf(bob, later)).toEqual(['read']);
  });

  it('makes a later mention by them arrive read', async () => {
    const { ann, bob, channel } = await setting();
    await mute(bob, ann.id);
    const inChannel = await suite.sendToChannel(ann, channel, { content: '@**Bob**' });
    const direct = await suite.sendDirect(ann, [bob], { content: '@**Bob**' });
    for (const id of [inChannel, direct]) expect(await suite.flagsOf(bob, id)).toEqual(['read', 'mentioned']);
    expect(await suite.readIds(bob, [{ operator: 'is', operand: 'unread' }])).toEqual([]);
  });

  it('sends the list, then the read messages, to no other user', async () => {
    const { organization, ann, bob, eve, channel } = await setting();
    const ids = [await suite.sendToChannel(ann, channel), await suite.sendDirect(ann, [bob])];
    await mute(bob, eve.id);
    const before = await suite.registerFields(bob);
    const mark = await suite.mark(organization.id);
    await mute(bob, ann.id);
    await unmute(bob, eve.id);
    const events = await suite.eventsSince(mark, bob);
    expect(events.map(({ type, op, messages }) => [type, op, messages])).toEqual([
      ['muted_users', undefined, undefined],
      ['update_message_flags', 'add', ids],
      ['muted_users', undefined, undefined],
    ]);
    expectEventsExplainState({ before, events, after: await suite.registerFields(bob), userId: bob.id });
    expect(await mutedBy(bob)).toEqual([ann.id]);
    expect(await suite.eventsSince(mark, ann)).toEqual([]);
  });

  it('works for bots and deactivated users', async () => {
    const { organization, bob } = await setting();
    const bot = await suite.rows.user(organization, { isBot: true, botOwnerId: bob.id });
    const gone = await suite.rows.user(organization, { isActive: false });
    for (const { id } of [bot, gone]) await mute(bob, id);
    expect(await mutedBy(bob)).toEqual([bot.id, gone.id]);
  });

  it('twice, or unmuting a user who is not muted, is refused', async () => {
    const { ann, bob } = await setting();
    expect((await suite.refusal(unmute(bob, ann.id))).msg).toBe('User is not muted');
    await mute(bob, ann.id);
    expect((await suite.refusal(mute(bob, ann.id))).msg).toBe('User already muted');
    expect(await mutedBy(bob)).toEqual([ann.id]);
  });

  it('is refused for oneself', async () => {
    const { bob } = await setting();
    expect((await suite.refusal(mute(bob, bob.id))).msg).toBe('Cannot mute self');
  });

  it('is refused alike for an unknown id, a user of another organization, and an id beyond any column', async () => {
    const { bob } = await setting();
    const { ann: stranger } = await setting();
    for (const id of [stranger.id, 1_999_999_999, 4_000_000_000]) {
      for (const act of [mute, unmute]) expect((await suite.refusal(act(bob, id))).msg).toBe('No such user');
    }
  });

  it('is refused to a guest for a user whom they may not see', async () => {
    const { organization, ann, channel } = await setting();
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    const { id: members } = await suite.client.userGroup.findFirstOrThrow({
      where: { organizationId: organization.id, name: 'role:members' },
    });
    await suite.client.organization.update({ where: { id: organization.id }, data: { settings: { can_access_all_users_group: members } } });
    expect((await suite.refusal(mute(guest, ann.id))).msg).toBe('No such user');
    await suite.rows.subscription(channel, [guest]);
    await mute(guest, ann.id);
    expect(await mutedBy(guest)).toEqual([ann.id]);
  });
});
