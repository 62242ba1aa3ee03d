import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeApns, freePort } from '@parley/testing';
import { ApnsSender } from '../src/apns-sender.js';
import { notice } from './notice.js';

let apns: FakeApns;
let sender: ApnsSender;

beforeAll(async () => {
  apns = await FakeApns.start();
  sender = new ApnsSender(apns.options);
});
afterAll(async () => {
  await sender.close();
  await apns.close();
});

const target = (token: string) => ({ service: 'apns' as const, token, appId: 'org.example.Chat', webKeys: null });

describe("Apple's push service", () => {
  it('gets the notification with the topic of the app, its id, and how urgent it is', async () => {
    expect(await sender.send(target('c0ffee'), notice())).toEqual({ kind: 'sent' });
    expect(apns.answers.to('c0ffee')).toEqual([
      {
        token: 'c0ffee',
        topic: 'org.example.Chat',
        id: notice().id,
        priority: '10',
        pushType: 'alert',
        expiration: expect.any(Number),
        payload: { aps: { alert: 'Hello' } },
      },
    ]);
    expect(apns.answers.to('c0ffee')[0]?.expiration).toBeGreaterThan(Date.now() / 1000);
    await sender.send(target('0b'), { ...notice(), isUrgent: false, isBackground: true });
    expect(apns.answers.to('0b')).toMatchObject([{ priority: '5', pushType: 'background' }]);
  });

  it.each([
    [
      410,
      { reason: 'Unregistered', timestamp: 1_700_000_000_000 },
      { kind: 'gone', reason: 'Unregistered', at: new Date(1_700_000_000_000) },
    ],
    [400, { reason: 'BadDeviceToken' }, { kind: 'gone', reason: 'BadDeviceToken' }],
    [400, { reason: 'DeviceTokenNotForTopic' }, { kind: 'gone', reason: 'DeviceTokenNotForTopic' }],
    [400, { reason: 'TopicDisallowed' }, { kind: 'unauthorized', reason: 'TopicDisallowed', isServiceWide: false }],
    [403, { reason: 'InvalidProviderToken' }, { kind: 'unauthorized', reason: 'InvalidProviderToken', isServiceWide: true }],
    [403, { reason: 'ExpiredProviderToken' }, { kind: 'later', reason: 'ExpiredProviderToken', isServiceWide: false }],
    [413, { reason: 'PayloadTooLarge' }, { kind: 'refused', reason: 'PayloadTooLarge' }],
    [429, { reason: 'TooManyRequests' }, { kind: 'later', reason: 'TooManyRequests', isServiceWide: false }],
    [503, { reason: 'ServiceUnavailable' }, { kind: 'later', reason: 'ServiceUnavailable', isServiceWide: false }],
    [500, undefined, { kind: 'later', reason: 'NoAnswer', isServiceWide: true }],
  ])('answers %d %j: %j', async (status, body, outcome) => {
    apns.answers.next({ status, body });
    expect(await sender.send(target('ab'), notice())).toEqual(outcome);
  });

  it('refuses the key of another provider, which is no fault of the token', async () => {
    const other = await FakeApns.start();
    const stranger = new ApnsSender({ ...apns.options, key: other.providerKey });
    expect(await stranger.send(target('ab'), notice())).toEqual({
      kind: 'unauthorized',
      reason: 'InvalidProviderToken',
      isServiceWide: true,
    });
    await stranger.close();
    await other.close();
  });

  it('is trusted only with a certificate that is known', async () => {
    const careful = new ApnsSender({ ...apns.options, ca: undefined });
    expect(await careful.send(target('ab'), notice())).toEqual({ kind: 'later', reason: 'NoAnswer', isServiceWide: true });
    await careful.close();
  });

  it('may be away', async () => {
    const endpoint = new URL(`https://127.0.0.1:${await freePort()}`);
    const lost = new ApnsSender({ ...apns.options, endpoint });
    expect(await lost.send(target('ab'), notice())).toEqual({ kind: 'later', reason: 'NoAnswer', isServiceWide: true });
    await lost.close();
  });

  it('needs the id of the app', async () => {
    expect(await sender.send({ ...target('ab'), appId: null }, notice())).toEqual({ kind: 'refused', reason: 'MissingTopic' });
  });
});
