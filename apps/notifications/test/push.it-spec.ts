import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { updateMessageFlags } from '@parley/contracts/messaging';
import { sendEncryptedTestNotification, sendTestNotification } from '@parley/contracts/notifications';
import { apiError, expectSoon, type UserRow } from '@parley/testing';
import { PushSuite } from './push-suite.js';

let push: PushSuite;
let people: Awaited<ReturnType<PushSuite['suite']['people']>>;
let zoe: UserRow;
let amir: UserRow;

beforeAll(async () => {
  push = await PushSuite.open();
}, 60_000);
afterAll(() => push.close());
beforeEach(async () => {
  push.fcm.answers.toAll();
  people = await push.suite.people();
  ({ zoe, amir } = people);
});

const direct = (content: string) => push.suite.direct(amir, [zoe], content);
const read = (messageId: number) =>
  push.suite.stores.call(updateMessageFlags, zoe.caller, { messages: JSON.stringify([messageId]), op: 'add', flag: 'read' });
const quiet = (user = zoe) => expectSoon(() => push.waiting(user), 0);

describe('a message', () => {
  it('is told to all devices of a person who is away, in the form that each knows', async () => {
    const [android, iphone, browser] = [await push.androidOf(zoe), await push.iphoneOf(zoe), await push.browserOf(zoe)];
    const id = await direct('Lunch at **noon**? :lunch:');
    const [fcm] = await push.fcm.answers.awaited(android, 1);
    expect(fcm).toMatchObject({
      priority: 'HIGH',
      data: {
        event: 'message',
        server: expect.any(String),
        realm_id: String(zoe.organizationId),
        realm_url: expect.stringContaining('http'),
        user_id: String(zoe.id),
        sender_id: String(amir.id),
        sender_full_name: 'Amir',
        sender_avatar_url: expect.stringContaining('http'),
        recipient_type: 'private',
        zulip_message_id: String(id),
        content_truncated: 'false',
        content: expect.stringContaining('Lunch at noon?'),
      },
    });
    expect(fcm?.data).not.toHaveProperty('pm_users');
    const [apns] = await push.apns.answers.awaited(iphone, 1);
    expect(apns).toMatchObject({
      topic: 'org.example.Chat',
      priority: '10',
      pushType: 'alert',
      payload: {
        aps: { alert: { title: 'Amir', subtitle: '', body: expect.stringContaining('Lunch at noon?') }, sound: 'default', badge: 1 },
        zulip: { user_id: zoe.id, sender_id: amir.id, recipient_type: 'private', message_ids: [id], realm_name: expect.any(String) },
      },
    });
    const [web] = await push.web.answers.awaited(browser, 1);
    expect(web?.content).toMatchObject({
      type: 'message',
      message_id: id,
      recipient_type: 'direct',
      recipient_user_ids: [amir.id, zoe.id].sort((a, b) => a - b),
    });
    await quiet();
  });

  it('in a channel is told to whom it mentions, with the topic, and in their language', async () => {
    await push.suite.settings(zoe, { default_language: 'de' });
    const iphone = await push.iphoneOf(zoe);
    await push.suite.toChannel(amir, people.channel, 'spring', 'Nothing for anyone');
    await push.followed(zoe);
    const id = await push.suite.toChannel(amir, people.channel, 'spring', `@**Zoe** look`);
    const [told] = await push.apns.answers.awaited(iphone, 1);
    expect(told?.payload).toMatchObject({
      aps: { alert: { title: '#plans > spring', subtitle: 'Amir hat dich erwähnt:', body: '@Zoe look' } },
      zulip: { recipient_type: 'stream', stream: 'plans', stream_id: people.channel.id, topic: 'spring', message_ids: [id] },
    });
    expect(push.apns.answers.to(iphone)).toHaveLength(1);
  });

  it('is encrypted for a device with a key, and told to it only once', async () => {
    const [apple, google] = [await push.secretDeviceOf(zoe, 'apns'), await push.secretDeviceOf(zoe, 'fcm')];
    const id = await push.suite.toChannel(amir, people.channel, 'spring', '@**Zoe** secret');
    const [apns] = await push.apns.answers.awaited(apple.token, 1);
    const secret = {
      type: 'message',
      message_id: id,
      content: '@Zoe secret',
      channel_id: people.channel.id,
      channel_name: 'plans',
      topic: 'spring',
      user_id: zoe.id,
    };
    expect(apns?.payload).toEqual({
      aps: { alert: { title: 'New notification' }, 'mutable-content': 1, sound: 'default', badge: 1 },
      push_key_id: apple.device.keyId,
      encrypted_data: expect.any(String),
    });
    expect(await apple.device.decrypt(String(apns?.payload.encrypted_data))).toMatchObject(secret);
    const [fcm] = await push.fcm.answers.awaited(google.token, 1);
    expect(fcm?.data).toEqual({ push_key_id: String(google.device.keyId), encrypted_data: expect.any(String) });
    expect(await google.device.decrypt(fcm?.data.encrypted_data ?? '')).toMatchObject(secret);
    await quiet();
    expect(push.apns.answers.to(apple.token)).toHaveLength(1);
  });

  it('is told without its text if the organization requires encryption', async () => {
    people = await push.suite.people({ require_e2ee_push_notifications: true });
    ({ zoe, amir } = people);
    const [android, secret] = [await push.androidOf(zoe), await push.secretDeviceOf(zoe, 'fcm')];
    await direct('The plan');
    const [told] = await push.fcm.answers.awaited(android, 1);
    expect(told?.data).toMatchObject({ content: 'New message', content_truncated: 'false', sender_full_name: 'Amir' });
    const [encrypted] = await push.fcm.answers.awaited(secret.token, 1);
    expect(await secret.device.decrypt(encrypted?.data.encrypted_data ?? '')).toMatchObject({ content: 'The plan' });
  });

  it('is not told to someone who is active and wants none then, nor to other organizations', async () => {
    const other = await push.suite.people();
    const [android, foreign] = [await push.androidOf(zoe), await push.androidOf(other.zoe)];
    await push.suite.settings(zoe, { enable_online_push_notifications: false });
    await push.suite.presence(zoe, 1);
    await direct('not now');
    await push.followed(zoe);
    await push.suite.presence(zoe, 3_600);
    await direct('now');
    const [told] = await push.fcm.answers.awaited(android, 1);
    expect(told?.data.content).toBe('now');
    expect(push.fcm.answers.to(foreign)).toEqual([]);
  });
});

describe('a push service', () => {
  it('that is away loses nothing, and slows down no other', async () => {
    const [android, iphone] = [await push.androidOf(zoe), await push.iphoneOf(zoe)];
    push.fcm.answers.toAll({ status: 503, body: {} });
    await direct('first');
    await push.apns.answers.awaited(iphone, 1);
    await expectSoon(() => push.waiting(zoe), 1);
    push.fcm.answers.toAll();
    const [told] = await push.fcm.answers.awaited(android, 1);
    expect(told?.data.content).toBe('first');
    await quiet();
  });

  it('that knows a token no more has it forgotten', async () => {
    const [gone, kept] = [await push.androidOf(zoe), await push.androidOf(zoe)];
    push.fcm.answers.toToken(gone, apiError(404, 'NOT_FOUND', 'UNREGISTERED'));
    await direct('hello');
    await push.fcm.answers.awaited(kept, 1);
    const tokens = () => push.suite.stores.database.client.pushToken.findMany({ where: { userId: zoe.id }, select: { token: true } });
    await expectSoon(tokens, [{ token: kept }]);
  });

  it('that reached one of two devices is asked again for the other one only', async () => {
    const [one, two] = [await push.androidOf(zoe), await push.androidOf(zoe)];
    push.fcm.answers.toToken(two, { status: 429, headers: { 'retry-after': '1' }, body: {} });
    await direct('hello');
    await push.fcm.answers.awaited(one, 1);
    await expectSoon(() => push.waiting(zoe), 1);
    push.fcm.answers.toToken(two, { status: 200, body: {} });
    await quiet();
    expect(push.fcm.answers.to(one)).toHaveLength(1);
  });
});

describe('a message that was read', () => {
  it('before it could be sent, is not sent', async () => {
    const [android, iphone] = [await push.androidOf(zoe), await push.iphoneOf(zoe)];
    push.fcm.answers.toAll({ status: 503, body: {} });
    const id = await direct('read me');
    await push.apns.answers.awaited(iphone, 1);
    await read(id);
    push.fcm.answers.toAll();
    await quiet();
    expect(push.fcm.answers.to(android).filter(({ data }) => data.event === 'message')).toEqual([]);
  });

  it('is removed from all devices, and counts no more', async () => {
    const [android, iphone, secret] = [await push.androidOf(zoe), await push.iphoneOf(zoe), await push.secretDeviceOf(zoe, 'fcm')];
    const id = await direct('read me');
    await push.fcm.answers.awaited(android, 1);
    await push.apns.answers.awaited(iphone, 1);
    await push.fcm.answers.awaited(secret.token, 1);
    await read(id);
    const [, removal] = await push.fcm.answers.awaited(android, 2);
    expect(removal).toMatchObject({
      priority: 'NORMAL',
      data: { event: 'remove', zulip_message_ids: String(id), user_id: String(zoe.id) },
    });
    const [, apple] = await push.apns.answers.awaited(iphone, 2);
    expect(apple).toMatchObject({
      priority: '5',
      payload: { aps: { badge: 0 }, zulip: { event: 'remove', zulip_message_ids: String(id) } },
    });
    const [, encrypted] = await push.fcm.answers.awaited(secret.token, 2);
    expect(await secret.device.decrypt(encrypted?.data.encrypted_data ?? '')).toMatchObject({ type: 'remove', message_ids: [id] });
    await quiet();
    expect(await push.marks(zoe)).toBe(0);
  });
});

describe('a test notification', () => {
  it('goes to the named device, or to all of its kind', async () => {
    const [one, two, secret] = [await push.androidOf(zoe), await push.iphoneOf(zoe), await push.secretDeviceOf(zoe, 'fcm')];
    await push.suite.stores.call(sendTestNotification, zoe.caller, { token: one });
    expect(push.fcm.answers.to(one)).toMatchObject([{ data: { event: 'test', user_id: String(zoe.id) } }]);
    await push.suite.stores.call(sendTestNotification, zoe.caller);
    expect(push.apns.answers.to(two)).toMatchObject([
      { payload: { aps: { alert: { title: 'Test notification' } }, zulip: { event: 'test' } } },
    ]);
    expect(push.fcm.answers.to(secret.token)).toEqual([]);
    await push.suite.stores.call(sendEncryptedTestNotification, zoe.caller, { device_id: String(secret.deviceId) });
    expect(await secret.device.decrypt(push.fcm.answers.to(secret.token)[0]?.data.encrypted_data ?? '')).toMatchObject({ type: 'test' });
  });

  it('says why it was not sent', async () => {
    const refused = (fields = {}, caller = zoe.caller) =>
      push.suite.stores.call(sendTestNotification, caller, fields).catch((error: unknown) => error);
    expect(await refused()).toMatchObject({ code: 'NO_ACTIVE_PUSH_DEVICE' });
    const android = await push.androidOf(zoe);
    expect(await refused({ token: android }, amir.caller)).toMatchObject({ code: 'INVALID_PUSH_DEVICE_TOKEN' });
    push.fcm.answers.next({ status: 503, body: {} });
    expect(await refused({ token: android })).toMatchObject({ code: 'PUSH_NOT_ACCEPTED' });
    push.fcm.answers.next(apiError(404, 'NOT_FOUND', 'UNREGISTERED'));
    expect(await refused({ token: android })).toMatchObject({ code: 'INVALID_PUSH_DEVICE_TOKEN' });
    const encrypted = push.suite.stores.call(sendEncryptedTestNotification, zoe.caller, { device_id: '1' });
    await expect(encrypted).rejects.toMatchObject({ code: 'NO_ACTIVE_PUSH_DEVICE' });
  });
});
