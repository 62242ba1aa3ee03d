import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import {
  addFcmToken,
  addWebPushSubscription,
  dropPushTokens,
  forgetPushDevices,
  registerClientDevice,
  registerPushDevice,
  removeClientDevice,
  removeWebPushSubscription,
} from '@parley/contracts/settings';
import { PushDevice, type UserRow } from '@parley/testing';
import { SettingsSuite } from './settings-suite.js';

let suite: SettingsSuite;
let keys: Awaited<ReturnType<typeof PushDevice.serverKeys>>;
let zoe: UserRow;
let amir: UserRow;
let device: PushDevice;
let device_id: string;

beforeAll(async () => {
  keys = await PushDevice.serverKeys();
  suite = await SettingsSuite.open({ PUSH_SERVICES: 'fcm,web', PUSH_REGISTRATION_KEYS: keys.privateKey });
});
afterAll(() => suite.close());
beforeEach(async () => {
  const organization = await suite.rows.organization();
  zoe = await suite.rows.user(organization);
  amir = await suite.rows.user(organization);
  device = new PushDevice();
  device_id = String((await suite.call(registerClientDevice, zoe.caller)).device_id);
});

const now = () => Math.floor(Date.now() / 1000);
const pushKey = (of = device) => ({ device_id, push_key: of.pushKey, push_key_id: String(of.keyId) });
async function pushToken(token = 'a:token', { tokenId } = device, publicKey = keys.publicKey) {
  const encrypted = await PushDevice.seal(publicKey, { token, token_kind: 'fcm', timestamp: now() });
  return { device_id, token_kind: 'fcm', token_id: tokenId, bouncer_public_key: publicKey, encrypted_push_registration: encrypted };
}
const devices = async () => Object(Object(await suite.register(zoe.caller)).devices);
const stored = () => suite.stores.database.client.pushRegistration.findMany({ where: { userId: zoe.id } });
const refused = (fields: object, caller = zoe.caller) =>
  suite.call(registerPushDevice, caller, { ...fields }).catch((error: unknown) => error);

describe('a device', () => {
  it('registers for encrypted notifications: its own clients are told', async () => {
    const [told, others] = await suite.explain([zoe, amir], async () => {
      await suite.call(registerPushDevice, zoe.caller, { ...pushKey(), ...(await pushToken()) });
    });
    const state = {
      push_key_id: device.keyId,
      push_token_id: device.tokenId,
      pending_push_token_id: null,
      push_token_last_updated_timestamp: expect.any(Number),
      push_registration_error_code: null,
    };
    expect(told).toEqual([{ type: 'device', op: 'update', device_id: Number(device_id), ...state }]);
    expect(others).toEqual([]);
    expect(await devices()).toEqual({ [device_id]: state });
    expect(await stored()).toMatchObject([{ service: 'fcm', token: 'a:token', appId: null }]);
  });

  it('may repeat it, which changes nothing', async () => {
    const fields = { ...pushKey(), ...(await pushToken()) };
    await suite.call(registerPushDevice, zoe.caller, fields);
    const [told] = await suite.explain([zoe], () => suite.call(registerPushDevice, zoe.caller, fields));
    expect(told).toEqual([]);
  });

  it('replaces its key or its token', async () => {
    await suite.call(registerPushDevice, zoe.caller, { ...pushKey(), ...(await pushToken()) });
    const other = new PushDevice();
    await suite.explain([zoe], () => suite.call(registerPushDevice, zoe.caller, pushKey(other)));
    expect(await devices()).toMatchObject({ [device_id]: { push_key_id: other.keyId, push_token_id: device.tokenId } });
    await suite.explain([zoe], async () => suite.call(registerPushDevice, zoe.caller, await pushToken('b:token', other)));
    expect(await devices()).toMatchObject({ [device_id]: { push_key_id: other.keyId, push_token_id: other.tokenId } });
    expect(await stored()).toMatchObject([{ token: 'b:token' }]);
  });

  it('is told why its token was not accepted, and keeps the old one', async () => {
    await suite.call(registerPushDevice, zoe.caller, { ...pushKey(), ...(await pushToken()) });
    const [other, foreign] = [new PushDevice(), await PushDevice.serverKeys()];
    const [told] = await suite.explain([zoe], async () =>
      suite.call(registerPushDevice, zoe.caller, await pushToken('b:token', other, foreign.publicKey)),
    );
    expect(told).toMatchObject([
      {
        push_token_id: device.tokenId,
        pending_push_token_id: other.tokenId,
        push_registration_error_code: 'INVALID_BOUNCER_PUBLIC_KEY',
      },
    ]);
    expect(await stored()).toMatchObject([{ token: 'a:token' }]);
    const broken = { ...(await pushToken('b:token', other)), encrypted_push_registration: 'AAAA' };
    await suite.call(registerPushDevice, zoe.caller, broken);
    expect(await devices()).toMatchObject({ [device_id]: { push_registration_error_code: 'INVALID_ENCRYPTED_PUSH_REGISTRATION' } });
    await suite.explain([zoe], async () => suite.call(registerPushDevice, zoe.caller, await pushToken('b:token', other)));
    expect(await devices()).toMatchObject({ [device_id]: { push_token_id: other.tokenId, pending_push_token_id: null } });
  });

  it('must send all fields of its key or of its token, and valid ones', async () => {
    const msg = async (fields: object) => Object(await refused(fields)).msg;
    expect(await msg({ device_id })).toBe('Missing parameters: must provide either all push key fields, all token fields, or both.');
    expect(await msg({ ...pushKey(), push_key: 'MQ==' })).toBe('Invalid `push_key`');
    expect(await msg({ ...(await pushToken()), token_id: 'AAAA' })).toBe('Invalid `token_id`');
    expect(await msg(pushKey())).toBe('No push registration exists to rotate key for.');
    expect(await msg(await pushToken())).toBe('No push registration exists to rotate token for.');
    const apple = { ...pushKey(), ...(await pushToken()), token_kind: 'apns' };
    expect(await refused(apple)).toMatchObject({ code: 'PUSH_SERVICE_NOT_CONFIGURED' });
    expect(await stored()).toEqual([]);
  });

  it('of another user, of another organization, or none does not exist', async () => {
    const foreign = await suite.rows.user(await suite.rows.organization());
    const fields = { ...pushKey(), ...(await pushToken()) };
    const absent = { status: 400, msg: 'Device does not exist' };
    expect(await refused(fields, amir.caller)).toMatchObject(absent);
    expect(await refused(fields, foreign.caller)).toMatchObject(absent);
    for (const nowhere of ['0', '-1', '1999999999', '9007199254740991']) {
      expect(await refused({ ...fields, device_id: nowhere })).toMatchObject(absent);
    }
  });

  it('that is removed is reached no more', async () => {
    await suite.call(registerPushDevice, zoe.caller, { ...pushKey(), ...(await pushToken()) });
    await suite.explain([zoe], () => suite.call(removeClientDevice, zoe.caller, { device_id }));
    expect(await stored()).toEqual([]);
  });
});

describe('a token that its push service knows no more', () => {
  const drop = (tokens: { service: 'fcm' | 'web'; token: string; before?: number }[], userId = zoe.id) =>
    suite.stores.rpc.call(dropPushTokens, { organizationId: zoe.organizationId, userId, tokens }, SYSTEM_VISITOR);

  it('is forgotten, and the device is told, so that it registers again', async () => {
    await suite.call(registerPushDevice, zoe.caller, { ...pushKey(), ...(await pushToken()) });
    await suite.call(addFcmToken, zoe.caller, { token: 'a:token' });
    const [told] = await suite.explain([zoe], () => drop([{ service: 'fcm', token: 'a:token' }]));
    expect(told).toMatchObject([{ op: 'update', push_key_id: device.keyId, push_token_id: null }]);
    expect(await stored()).toMatchObject([{ token: null, service: null }]);
    expect(await suite.stores.database.client.pushToken.count({ where: { userId: zoe.id } })).toBe(0);
    await suite.call(registerPushDevice, zoe.caller, await pushToken());
    expect(await devices()).toMatchObject({ [device_id]: { push_token_id: device.tokenId } });
  });

  it('stays if it was registered after that, or if it is another one', async () => {
    await suite.call(registerPushDevice, zoe.caller, { ...pushKey(), ...(await pushToken()) });
    await suite.call(addFcmToken, zoe.caller, { token: 'a:token' });
    await drop([
      { service: 'fcm', token: 'a:token', before: Date.now() - 60_000 },
      { service: 'fcm', token: 'b' },
      { service: 'web', token: 'a:token' },
    ]);
    await drop([{ service: 'fcm', token: 'a:token' }], amir.id);
    expect(await stored()).toMatchObject([{ token: 'a:token' }]);
    expect(await suite.stores.database.client.pushToken.count({ where: { userId: zoe.id } })).toBe(1);
  });
});

describe('a user who is deactivated', () => {
  it('is reached by no device', async () => {
    await suite.call(registerPushDevice, zoe.caller, { ...pushKey(), ...(await pushToken()) });
    await suite.call(addFcmToken, zoe.caller, { token: 'a:token' });
    await suite.stores.rpc.call(forgetPushDevices, { organizationId: zoe.organizationId, userId: zoe.id }, SYSTEM_VISITOR);
    expect(await stored()).toEqual([]);
    expect(await suite.stores.database.client.pushToken.count({ where: { userId: zoe.id } })).toBe(0);
  });
});

describe('a browser', () => {
  const browser = {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc',
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  };
  const tokens = () => suite.stores.database.client.pushToken.findMany({ where: { userId: zoe.id } });

  it('subscribes, renews its keys, and unsubscribes', async () => {
    await suite.call(addWebPushSubscription, zoe.caller, browser);
    const auth = Buffer.alloc(16, 1).toString('base64url');
    await suite.call(addWebPushSubscription, zoe.caller, { ...browser, auth });
    expect(await tokens()).toMatchObject([{ service: 'web', token: browser.endpoint, webP256dh: browser.p256dh, webAuth: auth }]);
    const absent = { status: 400, msg: 'Token does not exist' };
    await expect(suite.call(removeWebPushSubscription, amir.caller, { endpoint: browser.endpoint })).rejects.toMatchObject(absent);
    await suite.call(removeWebPushSubscription, zoe.caller, { endpoint: browser.endpoint });
    expect(await tokens()).toEqual([]);
  });

  it.each([
    [{ endpoint: 'https://example.org/' }, 'Push notifications cannot be sent to this endpoint.'],
    [{ endpoint: 'http://127.0.0.1:6379/' }, 'Push notifications cannot be sent to this endpoint.'],
    [{ endpoint: 'no URL' }, 'Push notifications cannot be sent to this endpoint.'],
    [{ p256dh: 'AAAA' }, 'Invalid keys of a Web Push subscription'],
    [{ auth: 'a+b/' }, 'Invalid keys of a Web Push subscription'],
  ])('with %j is refused: %s', async (change, msg) => {
    await expect(suite.call(addWebPushSubscription, zoe.caller, { ...browser, ...change })).rejects.toMatchObject({ status: 400, msg });
    expect(await tokens()).toEqual([]);
  });
});
