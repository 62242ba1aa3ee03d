import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendMessage } from '@parley/contracts/messaging';
import { createBot } from '@parley/contracts/organization';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { Mailbox } from '../client/mailbox.js';
import { deliver } from '../client/webhook.js';
import { World } from '../client/world.js';
import { Compatibility } from './compatibility.js';
import { MobileApp, typed } from './mobile-app.js';

/** In the year 2096. */
const LATER = 3_976_300_800;
/** Only for a suite that hangs. */
const PATIENCE = { deadlineMs: 120_000 };

const world = new World();
const compatibility = new Compatibility('mobile-app', 'requests of zulip-flutter');
const colleague = world.as(world.colleague);
const app = new MobileApp({ baseUrl: world.baseUrl, host: world.host, compatibility });
let person: Awaited<ReturnType<World['newcomer']>>;
let channel: { id: number; name: string };
let state: Record<string, unknown>;

beforeAll(async () => {
  person = await world.newcomer();
  channel = await world.channel([world.colleague, person]);
  state = await app.open(person.email, person.password);
});
afterAll(() => closeConnections());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const toChannel = async (topic: string, content: string) =>
  (await colleague.ok(sendMessage, { type: 'channel', to: channel.id, topic, content })).id;
const narrow = (topic: string) => [
  { operator: 'channel', operand: channel.id },
  { operator: 'topic', operand: topic },
];

describe('the mobile app', () => {
  it('asks a server what it is, and starts with the state of the organization', async () => {
    const settings = await app.ok('GET', '/server_settings');
    expect(settings).toMatchObject({
      push_notifications_enabled: false,
      is_incompatible: false,
      authentication_methods: { password: true },
    });
    expect(state).toMatchObject({
      idle_queue_timeout_secs: 43_200,
      zulip_version: expect.any(String),
      zulip_feature_level: settings.zulip_feature_level,
      user_id: person.user_id,
      user_settings: expect.objectContaining({ enable_offline_push_notifications: expect.any(Boolean) }),
      subscriptions: expect.arrayContaining([expect.objectContaining({ stream_id: channel.id })]),
      realm_push_notifications_enabled: false,
      scheduled_messages: [],
      reminders: [],
    });
    expect(state).not.toHaveProperty('twenty_four_hour_time');
  });

  it('schedules a message, changes and deletes it, and hears of each change', async () => {
    const scheduled = { type: 'channel', to: channel.id, topic: 'plans', content: 'Not today', scheduled_delivery_timestamp: LATER };
    const { scheduled_message_id: id } = await app.ok('POST', '/scheduled_messages', scheduled);
    const stored = { ...scheduled, type: 'stream', scheduled_message_id: id, rendered_content: '<p>Not today</p>', failed: false };
    expect(await app.hear(typed('scheduled_messages', 'add'))).toMatchObject({ scheduled_messages: [stored] });
    expect(await app.ok('GET', '/scheduled_messages')).toMatchObject({ scheduled_messages: [stored] });

    await app.ok('PATCH', `/scheduled_messages/${id}`, { content: 'Tomorrow', scheduled_delivery_timestamp: LATER + 60 });
    const changed = { ...stored, content: 'Tomorrow', rendered_content: '<p>Tomorrow</p>', scheduled_delivery_timestamp: LATER + 60 };
    expect(await app.hear(typed('scheduled_messages', 'update'))).toMatchObject({ scheduled_message: changed });
    expect(await app.restarted()).toMatchObject({ scheduled_messages: [changed] });

    await app.ok('DELETE', `/scheduled_messages/${id}`);
    expect(await app.hear(typed('scheduled_messages', 'remove'))).toMatchObject({ scheduled_message_id: id });
    expect(await app.ok('GET', '/scheduled_messages')).toMatchObject({ scheduled_messages: [] });
  });

  it('shows a scheduled message in its feed when it was sent', async () => {
    const content = world.fresh('due');
    const fields = {
      type: 'direct',
      to: [world.colleague.user_id],
      content,
      scheduled_delivery_timestamp: inSeconds(5),
      read_by_sender: true,
    };
    const { scheduled_message_id: id } = await app.ok('POST', '/scheduled_messages', fields);
    const sent = await app.hear(({ type, message }) => type === 'message' && Object(message).content === `<p>${content}</p>`);
    expect(sent).toMatchObject({ flags: ['read'], message: { type: 'private', sender_id: person.user_id } });
    expect(await app.hear(typed('scheduled_messages', 'remove'))).toMatchObject({ scheduled_message_id: id });
  });

  it('sets a reminder, deletes it, and receives one that is due', async () => {
    const messageId = await toChannel('plans', 'Shall we meet?');
    const fields = { message_id: messageId, scheduled_delivery_timestamp: LATER, note: 'Answer this' };
    const { reminder_id } = await app.ok('POST', '/reminders', fields);
    const stored = { reminder_id, reminder_target_message_id: messageId, scheduled_delivery_timestamp: LATER, failed: false };
    expect(await app.hear(typed('reminders', 'add'))).toMatchObject({ reminders: [stored] });
    expect(await app.ok('GET', '/reminders')).toMatchObject({ reminders: [stored] });
    expect(await app.restarted()).toMatchObject({ reminders: [stored] });
    await app.ok('DELETE', `/reminders/${reminder_id}`);
    expect(await app.hear(typed('reminders', 'remove'))).toMatchObject({ reminder_id });

    const due = await app.ok('POST', '/reminders', { ...fields, scheduled_delivery_timestamp: inSeconds(5) });
    const reminded = await app.hear(({ type, message }) => type === 'message' && String(Object(message).content).includes(fields.note));
    expect(reminded).toMatchObject({ flags: [], message: { type: 'private', sender_full_name: 'Notification Bot' } });
    expect(await app.hear(typed('reminders', 'remove'))).toMatchObject({ reminder_id: due.reminder_id });
  });

  it('changes how the person is notified, and tells that they are there', async () => {
    const value = !Object(state.user_settings).enable_online_push_notifications;
    await app.ok('PATCH', '/settings', { enable_online_push_notifications: value });
    const changed = await app.hear(({ property }) => property === 'enable_online_push_notifications');
    expect(changed).toEqual({ type: 'user_settings', op: 'update', property: 'enable_online_push_notifications', value });
    const fields = {
      last_update_id: -1,
      history_limit_days: 14,
      new_user_input: true,
      ping_only: false,
      status: 'active',
      slim_presence: true,
    };
    const began = inSeconds(-1);
    const { presences } = await app.ok('POST', '/users/me/presence', fields);
    expect(Object(Object(presences)[person.user_id]).active_timestamp).toBeGreaterThanOrEqual(began);
    const { presences: byEmail } = await app.ok('GET', '/realm/presence');
    expect(Object(Object(byEmail)[person.email]).aggregated).toMatchObject({ status: 'active' });
  });

  it('shows messages of an incoming webhook, and marks them as read', async () => {
    const name = world.fresh('hook').replaceAll(' ', '-');
    const bot = await colleague.ok(createBot, { full_name: name, short_name: name, bot_type: 2 });
    const query = { api_key: bot.api_key, stream: channel.name, topic: 'builds' };
    const delivered = await deliver(world.baseUrl, {
      integration: 'slack_incoming',
      query,
      body: JSON.stringify({ text: 'Build *passed*' }),
    });
    expect(delivered.status).toBe(200);
    const event = await app.hear(({ type, message }) => type === 'message' && Object(message).sender_id === bot.user_id);
    const shown = { stream_id: channel.id, subject: 'builds', sender_full_name: name, content: '<p>Build <strong>passed</strong></p>' };
    expect(event).toMatchObject({ flags: [], message: shown });

    const page = {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      client_gravatar: false,
      apply_markdown: true,
      allow_empty_topic_name: true,
    };
    const { messages } = await app.ok('GET', '/messages', { ...page, narrow: narrow('builds') });
    expect(messages).toMatchObject([{ ...shown, sender_id: bot.user_id }]);
    const [{ id }] = Object(messages);
    const all = {
      anchor: 'oldest',
      include_anchor: false,
      num_before: 0,
      num_after: 1_000,
      narrow: narrow('builds'),
      op: 'add',
      flag: 'read',
    };
    expect(await app.ok('POST', '/messages/flags/narrow', all)).toMatchObject({ updated_count: 1 });
    const marked = await app.hear(({ type, messages: ids }) => type === 'update_message_flags' && Array.isArray(ids) && ids.includes(id));
    expect(marked).toMatchObject({ op: 'add', flag: 'read', messages: [id] });
  });

  it('on a server without push notifications registers its token, and is told so', async () => {
    await app.ok('POST', '/users/me/android_gcm_reg_id', { token: 'fcm:token-without-a-service' });
    const { status, body } = await app.call('POST', '/mobile_push/test_notification', {});
    expect([status, body.code]).toEqual([400, 'PUSH_SERVICE_NOT_CONFIGURED']);
    await app.ok('DELETE', '/users/me/android_gcm_reg_id', { token: 'fcm:token-without-a-service' });
  });
});

describe('a person who uses the app, and is away', () => {
  it('gets a mail about a mention, but not about what they read in the app', async () => {
    const away = await world.newcomer('Mia Away');
    const phone = new MobileApp({ baseUrl: world.baseUrl, host: world.host, compatibility }, 'ios');
    const both = await world.channel([world.colleague, away]);
    await phone.open(away.email, away.password);
    const mention = async (content: string) => {
      const text = `@**Mia Away|${away.user_id}** ${content}`;
      return (await colleague.ok(sendMessage, { type: 'channel', to: both.id, topic: 'soup', content: text })).id;
    };
    await phone.ok('PATCH', '/settings', { email_notifications_batching_period_seconds: 3_600 });
    const read = await mention('this was read');
    await phone.ok('POST', '/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await phone.ok('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });
    await mention('this was missed');
    const mailbox = new Mailbox();
    const [mail] = await eventually(
      () => mailbox.mailsTo(away.email),
      ({ length }) => length > 0,
      PATIENCE,
    );
    expect(mail).toMatchObject({ subject: `#${both.name} > soup`, text: expect.stringContaining('this was missed') });
    expect(mail?.text).toContain('because you were mentioned');
    // The message before is shown as context, and does not count.
    expect(mail?.text).toContain('you missed 1 message');
  });
});

describe('the results', () => {
  it('are in docs/clients.md', () => compatibility.expectPageIsCurrent());
});
