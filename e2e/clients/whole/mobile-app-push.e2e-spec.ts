import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getChannelId, subscribe } from '@parley/contracts/channels';
import { sendMessage } from '@parley/contracts/messaging';
import { createUser } from '@parley/contracts/organization';
import { PushDevice } from '@parley/testing';
import { Actor } from '../../client/actor.js';
import { organizationOf, personOf, readDemo } from '../../client/demo.js';
import { closeConnections } from '../../client/http.js';
import { Compatibility } from '../compatibility.js';
import { type AppServer, MobileApp, typed } from '../mobile-app.js';
import { PushedSuite } from '../pushed-suite.js';

const PASSWORD = 'correct horse battery';
const NAME = 'Mia Away';
/** Apple identifies an app by it. */
const APP_ID = 'org.example.Chat';
const ANDROID_TOKEN = 'android:0123456789abcdef';
const APPLE_TOKEN = 'c0ffee00c0ffee00';
const SEALED_TOKEN = 'android:sealed-0123456789';

const compatibility = new Compatibility('mobile-push', 'requests of zulip-flutter');
const sealed = new PushDevice();
let pushed: PushedSuite;
let sender: Actor;
let android: MobileApp;
let iphone: MobileApp;
let channel: { readonly id: number; readonly name: string };
let deviceId: unknown;

beforeAll(async () => {
  pushed = await PushedSuite.start(join(dirname(dirname(process.env.PARLEY_DEMO_JSON ?? '')), 'mobile'));
  const demo = readDemo(pushed.demoFile);
  const organization = organizationOf(demo, 'demo');
  const server: AppServer = { baseUrl: demo.base_url, host: organization.host, compatibility };
  sender = new Actor(demo.base_url, personOf(organization, 100));
  const email = 'mia-away@demo.example';
  const { user_id } = await sender.ok(createUser, { email, password: PASSWORD, full_name: NAME });
  const name = 'mobile notifications';
  await sender.ok(subscribe, { subscriptions: [{ name }], principals: [personOf(organization, 100).user_id, user_id] });
  channel = { name, id: (await sender.ok(getChannelId, { stream: name })).stream_id };
  [android, iphone] = [new MobileApp(server, 'android'), new MobileApp(server, 'ios')];
  await android.open(email, PASSWORD);
  await iphone.open(email, PASSWORD);
}, 900_000);
afterAll(async () => {
  closeConnections();
  // `npm run test:clients` deletes its folder, and keeps its logs.
  await pushed?.stop();
}, 180_000);

const mention = async (topic: string, content: string) => {
  const text = `@**${NAME}** ${content}`;
  return (await sender.ok(sendMessage, { type: 'channel', to: channel.id, topic, content: text })).id;
};
const read = (topic: string) =>
  iphone.ok('POST', '/messages/flags/narrow', {
    anchor: 'oldest',
    include_anchor: false,
    num_before: 0,
    num_after: 1_000,
    narrow: [
      { operator: 'channel', operand: channel.id },
      { operator: 'topic', operand: topic },
      { operator: 'is', operand: 'unread' },
    ],
    op: 'add',
    flag: 'read',
  });

describe('the mobile app on a server with push notifications', () => {
  it('registers the tokens of a phone of each kind, which a test notification reaches', async () => {
    expect(await android.ok('GET', '/server_settings')).toMatchObject({ push_notifications_enabled: true });
    await android.ok('POST', '/users/me/android_gcm_reg_id', { token: ANDROID_TOKEN });
    await iphone.ok('POST', '/users/me/apns_device_token', { token: APPLE_TOKEN, appid: APP_ID });
    await android.ok('POST', '/mobile_push/test_notification', { token: ANDROID_TOKEN });
    const tested = await pushed.toAndroid(ANDROID_TOKEN, ({ event }) => event === 'test');
    expect(tested).toMatchObject({ user_id: String(android.userId), realm_url: expect.stringContaining('http') });
    await iphone.ok('POST', '/mobile_push/test_notification', { token: APPLE_TOKEN });
    expect(await pushed.toApple(APPLE_TOKEN, ({ event }) => event === 'test')).toMatchObject({ topic: APP_ID });
  });

  it('registers a key, after which the server sends what only the device can read', async () => {
    ({ device_id: deviceId } = await android.ok('POST', '/register_client_device'));
    expect(await android.hear(typed('device', 'add'))).toMatchObject({ device_id: deviceId });
    const registration = { token: SEALED_TOKEN, token_kind: 'fcm', timestamp: Math.floor(Date.now() / 1_000) };
    await android.ok('POST', '/mobile_push/register', {
      device_id: deviceId,
      push_key: sealed.pushKey,
      push_key_id: sealed.keyId,
      token_kind: 'fcm',
      token_id: sealed.tokenId,
      bouncer_public_key: pushed.publicKey,
      encrypted_push_registration: await PushDevice.seal(pushed.publicKey, registration),
    });
    const accepted = ({ type, push_token_id }: Record<string, unknown>) => type === 'device' && push_token_id === sealed.tokenId;
    expect(await android.hear(accepted)).toMatchObject({ op: 'update', device_id: deviceId });
    await android.ok('POST', '/mobile_push/e2ee/test_notification', { device_id: deviceId });
    const { encrypted_data = '' } = await pushed.toAndroid(SEALED_TOKEN, () => true);
    expect(await sealed.decrypt(encrypted_data)).toMatchObject({ type: 'test' });
  });

  it('is told of a mention while the person is away, with what it shows and opens', async () => {
    const id = await mention('soup', 'is there any **soup**?');
    const told = await pushed.toAndroid(ANDROID_TOKEN, (data) => data.zulip_message_id === String(id));
    expect(told).toMatchObject({
      event: 'message',
      server: expect.any(String),
      realm_id: expect.stringMatching(/^\d+$/),
      realm_url: expect.stringContaining('http'),
      user_id: String(android.userId),
      sender_id: expect.stringMatching(/^\d+$/),
      sender_full_name: expect.any(String),
      sender_avatar_url: expect.stringContaining('http'),
      recipient_type: 'stream',
      stream_id: String(channel.id),
      stream: channel.name,
      topic: 'soup',
      content: expect.stringContaining('is there any soup?'),
      time: expect.stringMatching(/^\d+$/),
    });
    const apple = await pushed.toApple(APPLE_TOKEN, ({ message_ids }) => Array.isArray(message_ids) && message_ids.includes(id));
    expect(apple).toMatchObject({
      topic: APP_ID,
      pushType: 'alert',
      payload: {
        aps: {
          alert: { title: `#${channel.name} > soup`, body: expect.stringContaining('is there any soup?') },
          badge: expect.any(Number),
        },
        zulip: {
          realm_url: expect.stringContaining('http'),
          user_id: android.userId,
          recipient_type: 'stream',
          stream_id: channel.id,
          topic: 'soup',
        },
      },
    });
    const secret = await pushed.sealedTo(SEALED_TOKEN, sealed, ({ message_id }) => message_id === id);
    expect(secret).toMatchObject({ type: 'message', channel_id: channel.id, topic: 'soup' });
  });

  it('removes a notification on each phone when the message was read on one', async () => {
    const id = await mention('salad', 'and salad?');
    await pushed.toAndroid(ANDROID_TOKEN, (data) => data.zulip_message_id === String(id));
    await pushed.toApple(APPLE_TOKEN, ({ message_ids }) => Array.isArray(message_ids) && message_ids.includes(id));
    await pushed.sealedTo(SEALED_TOKEN, sealed, ({ message_id }) => message_id === id);
    await read('salad');
    const removes = (ids: unknown) => String(ids).split(',').includes(String(id));
    await pushed.toAndroid(ANDROID_TOKEN, ({ event, zulip_message_ids }) => event === 'remove' && removes(zulip_message_ids));
    await pushed.toApple(APPLE_TOKEN, ({ event, zulip_message_ids }) => event === 'remove' && removes(zulip_message_ids));
    await pushed.sealedTo(SEALED_TOKEN, sealed, ({ type, message_ids }) => type === 'remove' && removes(message_ids));
  });

  it('removes its tokens on sign-out, and is reached no more', async () => {
    await android.ok('DELETE', '/users/me/android_gcm_reg_id', { token: ANDROID_TOKEN });
    const refused = await android.call('POST', '/mobile_push/test_notification', { token: ANDROID_TOKEN });
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_PUSH_DEVICE_TOKEN']);
    await android.ok('POST', '/remove_client_device', { device_id: deviceId });
    expect(await android.hear(typed('device', 'remove'))).toMatchObject({ device_id: deviceId });
    await iphone.ok('DELETE', '/users/me/apns_device_token', { token: APPLE_TOKEN });
    for (const path of ['/mobile_push/test_notification', '/mobile_push/e2ee/test_notification']) {
      const { status, body } = await iphone.call('POST', path);
      expect([status, body.code]).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    }
  });
});

describe('the results', () => {
  it('are in docs/clients.md', () => compatibility.expectPageIsCurrent());
});
