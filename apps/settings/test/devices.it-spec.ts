import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientDeviceAddedFanOut } from '@parley/client-events';
import {
  addApnsToken,
  addFcmToken,
  registerClientDevice,
  removeApnsToken,
  removeClientDevice,
  removeFcmToken,
} from '@parley/contracts/settings';
import { queueView, type UserRow } from '@parley/testing';
import { SettingsSuite } from './settings-suite.js';

let suite: SettingsSuite;
let zoe: UserRow;
let amir: UserRow;

beforeAll(async () => {
  suite = await SettingsSuite.open();
});
afterAll(() => suite.close());
beforeEach(async () => {
  const organization = await suite.rows.organization();
  zoe = await suite.rows.user(organization);
  amir = await suite.rows.user(organization);
});

const APNS_TOKEN = 'c0ffee00';
const stored = () => suite.stores.database.client.pushToken.findMany({ where: { userId: zoe.id }, orderBy: { service: 'asc' } });

describe('push tokens', () => {
  it('are added, even twice, and removed, separately for each service', async () => {
    const apns = { token: APNS_TOKEN, appid: 'org.example.Chat' };
    await suite.call(addApnsToken, zoe.caller, apns);
    await suite.call(addApnsToken, zoe.caller, { ...apns, appid: 'org.example.Beta' });
    await suite.call(addFcmToken, zoe.caller, { token: 'any: text' });
    expect(await stored()).toMatchObject([
      { service: 'apns', token: APNS_TOKEN, appId: 'org.example.Beta' },
      { service: 'fcm', token: 'any: text', appId: null },
    ]);
    await suite.call(removeApnsToken, zoe.caller, { token: APNS_TOKEN });
    await suite.call(removeFcmToken, zoe.caller, { token: 'any: text' });
    expect(await stored()).toEqual([]);
  });

  it('are stored once with concurrent requests', async () => {
    const add = () => suite.call(addApnsToken, zoe.caller, { token: APNS_TOKEN, appid: 'org.example.Chat' });
    await Promise.all([add(), add(), add(), add()]);
    expect(await stored()).toHaveLength(1);
  });

  it('of another user, of the other service, and unknown ones do not exist', async () => {
    await suite.call(addApnsToken, zoe.caller, { token: APNS_TOKEN, appid: 'a' });
    const refused = { status: 400, msg: 'Token does not exist' };
    await expect(suite.call(removeApnsToken, amir.caller, { token: APNS_TOKEN })).rejects.toMatchObject(refused);
    await expect(suite.call(removeFcmToken, zoe.caller, { token: APNS_TOKEN })).rejects.toMatchObject(refused);
    await expect(suite.call(removeApnsToken, zoe.caller, { token: 'c0ffee' })).rejects.toMatchObject(refused);
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    ['', 'Empty or invalid length token', 'Empty or invalid length token'],
    ['a'.repeat(4097), 'Empty or invalid length token', 'Empty or invalid length token'],
    ['not hex', 'Invalid APNS token', undefined],
    ['abc', 'Invalid APNS token', undefined],
    ['a\0', 'Invalid APNS token', 'Empty or invalid length token'],
  ])('%p is refused: %s', async (token, apns, fcm) => {
    await expect(suite.call(addApnsToken, zoe.caller, { token, appid: 'a' })).rejects.toMatchObject({ status: 400, msg: apns });
    if (fcm !== undefined) await expect(suite.call(addFcmToken, zoe.caller, { token })).rejects.toMatchObject({ status: 400, msg: fcm });
    expect(await stored()).toEqual([]);
  });

  it('store the id of their app', async () => {
    await expect(suite.call(addApnsToken, zoe.caller, { token: APNS_TOKEN })).rejects.toMatchObject({ msg: "Missing 'appid' argument" });
    for (const [appid, msg] of [
      ['', 'appid cannot be blank'],
      ['a\0', 'appid has invalid format'],
    ]) {
      await expect(suite.call(addApnsToken, zoe.caller, { token: APNS_TOKEN, appid })).rejects.toMatchObject({ msg });
    }
  });
});

describe('client devices', () => {
  it('are registered and removed, with events to this user only', async () => {
    const [added, others] = await suite.explain([zoe, amir], () => suite.call(registerClientDevice, zoe.caller));
    expect(added).toEqual([{ type: 'device', op: 'add', device_id: expect.any(Number) }]);
    expect(others).toEqual([]);
    const second = (await suite.call(registerClientDevice, zoe.caller)).device_id;
    const devices = Object.keys(Object((await suite.register(zoe.caller)).devices));
    expect(devices).toEqual([String(added?.[0]?.device_id), String(second)]);
    const [removed] = await suite.explain([zoe], () => suite.call(removeClientDevice, zoe.caller, { device_id: String(second) }));
    expect(removed).toEqual([{ type: 'device', op: 'remove', device_id: second }]);
  });

  it('of another user and unknown ones do not exist', async () => {
    const { device_id } = await suite.call(registerClientDevice, zoe.caller);
    const refused = { status: 400, msg: 'Device does not exist' };
    await expect(suite.call(removeClientDevice, amir.caller, { device_id: String(device_id) })).rejects.toMatchObject(refused);
    for (const nowhere of ['0', '-1', '1999999999', '9007199254740991']) {
      await expect(suite.call(removeClientDevice, zoe.caller, { device_id: nowhere })).rejects.toMatchObject(refused);
    }
  });

  it('are not sent to clients that fail on unknown event types, unless they request them', () => {
    const [part] = clientDeviceAddedFanOut.parts({ userId: 1, deviceId: 2 });
    const wants = (clientName: string, eventTypes: readonly string[] | null) => part?.wants?.(queueView(1, { clientName, eventTypes }));
    expect(wants('go-zulip', null)).toBe(false);
    expect(wants('go-zulip', ['device'])).toBe(true);
    expect(wants('ZulipFlutter', null)).toBe(true);
  });
});
