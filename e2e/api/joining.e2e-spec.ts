import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDefaultChannelGroup, deleteDefaultChannelGroup, listSubscriptions } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { createMultiuseInvitation } from '@parley/contracts/invitations';
import { getMessages, type MessageObject, previewWelcomeMessage, sendMessage } from '@parley/contracts/messaging';
import { fetchApiKey, getMe, updateOrganization } from '@parley/contracts/organization';
import { updateSettingDefaults } from '@parley/contracts/settings';
import type { Actor } from '../client/actor.js';
import { eventually } from '../client/eventually.js';
import { closeConnections, http } from '../client/http.js';
import { joinByLink, tokenIn } from '../client/joining.js';
import { Mailbox } from '../client/mailbox.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const PASSWORD = 'a good password';
const world = new World();
const mailbox = new Mailbox();
const owner = world.as(world.owner);
afterAll(() => closeConnections());

const address = () => `${world.fresh('joining').replaceAll(' ', '-')}@example.com`;

async function tokenOf(fields: Record<string, unknown>): Promise<string> {
  const { invite_link } = await owner.ok(createMultiuseInvitation, fields);
  return invite_link.split('/').at(-1) ?? '';
}
async function join(token: string, full_name: string) {
  const joined = await joinByLink(world, mailbox, token, { full_name, email: address(), password: PASSWORD });
  return { ...joined, actor: world.as(joined) };
}
const messagesOf = async (reader: Actor, narrow: readonly object[]): Promise<readonly MessageObject[]> =>
  (await reader.ok(getMessages, { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false })).messages;

let signups: { id: number };
beforeAll(async () => {
  signups = await world.channel([world.owner]);
  await owner.ok(updateOrganization, { signup_announcements_stream_id: signups.id });
});
afterAll(() => owner.ok(updateOrganization, { signup_announcements_stream_id: -1 }));

describe('a user who joins', () => {
  it('is announced in the order that clients expect: user, groups, subscription, message', async () => {
    const channel = await world.channel([world.owner]);
    const token = await tokenOf({ stream_ids: [channel.id] });
    const queue = await owner.ok(registerQueue, {
      event_types: ['realm_user', 'user_group', 'subscription', 'message', 'invites_changed'],
    });
    const { user_id } = await join(token, 'Orderly Newcomer');
    // A member is in two groups: members and full members.
    const received = await receiveEvents(owner, queue, 5, ({ type, op }) => type !== 'subscription' || op === 'peer_add');
    expect(received).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id } },
      { type: 'user_group', op: 'add_members', user_ids: [user_id] },
      { type: 'user_group', op: 'add_members', user_ids: [user_id] },
      { type: 'subscription', op: 'peer_add', user_ids: [user_id], stream_ids: [channel.id] },
      { type: 'message', message: { stream_id: signups.id, subject: 'signups' } },
    ]);
  });

  it('is announced if the organization wants it, and receives the welcome message', async () => {
    const token = await tokenOf({ welcome_message_custom_text: 'Hello **you**' });
    const { actor, user_id } = await join(token, 'Welcome Newcomer');
    const [greeting] = await eventually(
      () => messagesOf(actor, [{ operator: 'is', operand: 'dm' }]),
      ({ length }) => length > 0,
    );
    expect(greeting).toMatchObject({ content: 'Hello **you**', sender_full_name: 'Welcome Bot', flags: [] });
    const [notice] = (await messagesOf(owner, [{ operator: 'channel', operand: signups.id }])).slice(-1);
    expect(notice).toMatchObject({
      content: `@_**Welcome Newcomer|${user_id}** joined this organization.`,
      sender_full_name: 'Notification Bot',
    });
  });

  it('receives the organization’s welcome text by default, and none if it is empty', async () => {
    await owner.ok(updateOrganization, { welcome_message_custom_text: 'Our text' });
    const [usual, silent] = [
      await join(await tokenOf({}), 'Usual One'),
      await join(await tokenOf({ welcome_message_custom_text: '' }), 'Silent One'),
    ];
    const greetings = (one: { actor: Actor }) => messagesOf(one.actor, [{ operator: 'is', operand: 'dm' }]);
    expect(
      await eventually(
        () => greetings(usual),
        ({ length }) => length > 0,
      ),
    ).toMatchObject([{ content: 'Our text' }]);
    await eventually(
      () => messagesOf(owner, [{ operator: 'channel', operand: signups.id }]),
      (all) => all.some(({ content }) => content.includes(`|${silent.user_id}**`)),
    );
    expect(await greetings(silent)).toEqual([]);
    await owner.ok(updateOrganization, { welcome_message_custom_text: '' });
  });

  it('is subscribed to the channels of the groups that they choose', async () => {
    const channel = await world.channel([world.owner]);
    const group = { group_name: world.fresh('group'), description: 'Who build it', stream_names: [channel.name] };
    const { group_id } = await owner.ok(createDefaultChannelGroup, group);
    const token = await tokenOf({});
    const joined = await joinByLink(world, mailbox, token, {
      full_name: 'Choosing One',
      email: address(),
      password: PASSWORD,
      default_stream_group_ids: [group_id],
    });
    const names = async () => (await world.as(joined).ok(listSubscriptions, {})).subscriptions.map(({ name }) => name);
    expect(await eventually(names, (all) => all.includes(channel.name))).toContain(channel.name);
    await owner.ok(deleteDefaultChannelGroup, { group_id });
  });

  it('receives what an administrator sees in the preview of the welcome message', async () => {
    const administrator = world.as(world.administrator);
    const welcome_message_custom_text = `Hello **you**, ${world.fresh('preview')}`;
    const { message_id } = await administrator.ok(previewWelcomeMessage, { welcome_message_custom_text });
    const [shown] = await messagesOf(administrator, [{ operator: 'id', operand: message_id }]);
    expect(shown).toMatchObject({ content: welcome_message_custom_text, sender_full_name: 'Welcome Bot', type: 'private', flags: [] });
    const refusal = async (actor: Actor, text: string) => {
      const { status, body } = await actor.call(previewWelcomeMessage, { welcome_message_custom_text: text });
      return `${status} ${body.msg}`;
    };
    expect(await refusal(administrator, ' ')).toBe('400 Message must not be empty');
    expect(await refusal(administrator, 'a'.repeat(8001))).toBe('400 welcome_message_custom_text is too long (limit: 8000 characters)');
    expect(await refusal(world.as(world.third), 'Hello')).toBe('400 Must be an organization administrator');
    expect(await refusal(world.as(world.bot), 'Hello')).toBe('400 This endpoint does not accept bot requests.');
    expect(await refusal(world.anybody(), 'Hello')).toMatch(/^401 /);
  });

  it('can read recent messages of their public channels, the newest unread, and nothing of private channels', async () => {
    const [open, closed] = [
      await world.channel([world.owner]),
      await world.channel([world.owner], { invite_only: true, history_public_to_subscribers: true }),
    ];
    const ids: number[] = [];
    for (let count = 0; count < 23; count += 1) {
      ids.push((await owner.ok(sendMessage, { type: 'channel', to: open.id, topic: 'plans', content: `plan ${count}` })).id);
    }
    await owner.ok(sendMessage, { type: 'channel', to: closed.id, topic: 'plans', content: 'a secret' });
    const { actor } = await join(await tokenOf({ stream_ids: [open.id, closed.id], welcome_message_custom_text: '' }), 'Late Newcomer');
    const unread = () => messagesOf(actor, [{ operator: 'is', operand: 'unread' }]);
    const found = await eventually(unread, ({ length }) => length >= 20);
    expect(found.map(({ id }) => id)).toEqual(ids.slice(-20));
    const feed = await messagesOf(actor, []);
    expect(feed.filter(({ stream_id }) => stream_id === open.id).map(({ flags }) => (flags ?? []).join())).toEqual([
      ...Array.from({ length: 3 }, () => 'read'),
      ...Array.from({ length: 20 }, () => ''),
    ]);
    expect(feed.some(({ stream_id }) => stream_id === closed.id)).toBe(false);
    const registered = await actor.ok(registerQueue, { fetch_event_types: ['message', 'update_message_flags'], event_types: [] });
    expect(registered).toMatchObject({ unread_msgs: { count: 20, streams: [{ stream_id: open.id, topic: 'plans' }] } });
  });

  it("has the organization's default settings", async () => {
    await owner.ok(updateSettingDefaults, { twenty_four_hour_time: true });
    const { actor } = await join(await tokenOf({}), 'Punctual Newcomer');
    expect(await actor.ok(registerQueue, { fetch_event_types: ['user_settings'], event_types: [] })).toMatchObject({
      user_settings: { twenty_four_hour_time: true },
    });
    await owner.ok(updateSettingDefaults, { twenty_four_hour_time: false });
  });

  it('can join with the page: it sends a link to the page that creates the account', async () => {
    const post = (path: string, fields: Record<string, string>) =>
      http({
        method: 'POST',
        url: `${world.baseUrl}${path}`,
        headers: { host: world.host, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
    const show = (path: string) => http({ method: 'GET', url: `${world.baseUrl}${path}`, headers: { host: world.host } });
    const path = `/join/${await tokenOf({})}`;
    const shown = await show(path);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('<input id="email"')]);
    expect(shown.text).not.toContain('password');
    const email = address();
    // Someone who has only the reusable link cannot choose the name or password.
    const sent = await post(path, { full_name: 'Not Me', password: 'not my password', email });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('Check your mail.')]);
    expect((await world.anybody(world.host).call(fetchApiKey, { username: email, password: 'not my password' })).status).toBe(401);

    const own = `/join/${tokenIn((await mailbox.mailTo(email)).text)}`;
    const offered = await show(own);
    expect([offered.status, offered.text]).toEqual([200, expect.stringContaining('<input id="full_name"')]);
    const joined = await post(own, { full_name: 'Paged Newcomer', password: PASSWORD });
    // Without the header Origin they are not signed in: the sign-in page of the web app has their address.
    expect([joined.status, joined.headers.location]).toEqual([303, `/login#email=${encodeURIComponent(email)}`]);
    const account = await world.anybody(world.host).ok(fetchApiKey, { username: email, password: PASSWORD });
    expect(await world.as(account).ok(getMe, {})).toMatchObject({ delivery_email: email, full_name: 'Paged Newcomer' });
    const again = await post(own, { full_name: 'Paged Newcomer', password: PASSWORD });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('This invitation link is invalid or has expired.')]);
  });
});
