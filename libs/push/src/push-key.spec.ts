import { describe, expect, it } from '@jest/globals';
import { PushDevice } from '@parley/testing';
import { encryptFor, readPushKey } from './push-key.js';
import { RegistrationKeys } from './sealed-registration.js';

describe('the key of a device', () => {
  it('encrypts what only this device can read', async () => {
    const device = new PushDevice();
    const key = readPushKey(device.pushKey);
    if (key === undefined) throw new Error('the key was not read');
    const encrypted = await encryptFor(key, '{"content":"Grüße"}');
    expect(await device.decrypt(encrypted)).toEqual({ content: 'Grüße' });
    expect(await encryptFor(key, '{"content":"Grüße"}')).not.toBe(encrypted);
    await expect(new PushDevice().decrypt(encrypted)).rejects.toThrow();
  });

  it.each(['', 'MQ==', Buffer.alloc(33).toString('base64'), Buffer.alloc(33, 0x31).toString('base64url').slice(1), 'no base64!'])(
    'is not %p',
    (text) => {
      expect(readPushKey(text)).toBeUndefined();
    },
  );
});

describe('a registration', () => {
  const now = Date.parse('2026-11-24T10:00:00Z');
  const apple = { token: 'c0ffee', token_kind: 'apns', ios_app_id: 'org.example.Chat', timestamp: now / 1000 };
  const google = { token: 'a:b-c', token_kind: 'fcm', timestamp: now / 1000 };

  async function opened(registration: unknown, later = 0) {
    const { publicKey, privateKey } = await PushDevice.serverKeys();
    return new RegistrationKeys([privateKey]).open(publicKey, await PushDevice.seal(publicKey, registration), now + later);
  }

  it('tells where the device is reached', async () => {
    expect(await opened(apple)).toEqual({ service: 'apns', token: 'c0ffee', appId: 'org.example.Chat' });
    expect(await opened({ ...google, ios_app_id: null })).toEqual({ service: 'fcm', token: 'a:b-c', appId: null });
  });

  it('for another server is not read; for a key that is being replaced it is', async () => {
    const [ours, old, other] = await Promise.all([PushDevice.serverKeys(), PushDevice.serverKeys(), PushDevice.serverKeys()]);
    const keys = new RegistrationKeys([ours.privateKey, old.privateKey]);
    expect(await keys.publicKeys()).toEqual([ours.publicKey, old.publicKey]);
    expect(await keys.open(old.publicKey, await PushDevice.seal(old.publicKey, google), now)).toMatchObject({ service: 'fcm' });
    expect(await keys.open(other.publicKey, await PushDevice.seal(other.publicKey, google), now)).toBe('INVALID_BOUNCER_PUBLIC_KEY');
    expect(await keys.open(ours.publicKey, await PushDevice.seal(other.publicKey, google), now)).toBe(
      'INVALID_ENCRYPTED_PUSH_REGISTRATION',
    );
    expect(await keys.open(ours.publicKey, 'no base64!', now)).toBe('INVALID_ENCRYPTED_PUSH_REGISTRATION');
    expect(await new RegistrationKeys([]).open(ours.publicKey, '', now)).toBe('INVALID_BOUNCER_PUBLIC_KEY');
  });

  it.each([
    ['no JSON'],
    [{}],
    [{ ...apple, ios_app_id: undefined }],
    [{ ...apple, token: 'no hex' }],
    [{ ...google, token: '' }],
    [{ ...google, token: 'a'.repeat(4097) }],
    [{ ...google, ios_app_id: 'org.example.Chat' }],
    [{ ...google, token_kind: 'web' }],
    [{ ...google, timestamp: 'now' }],
  ])('is not %j', async (registration) => {
    expect(await opened(registration)).toBe('INVALID_ENCRYPTED_PUSH_REGISTRATION');
  });

  it('ends after a day', async () => {
    expect(await opened(google, 86_399_000)).toMatchObject({ service: 'fcm' });
    expect(await opened(google, 86_401_000)).toBe('REQUEST_EXPIRED');
  });
});
