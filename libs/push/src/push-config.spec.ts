import { createECDH, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { pushVariables } from '@parley/runtime';
import { configFaults } from '@parley/testing';
import { z } from 'zod';
import { checkPushSenders, pushRegistrationVariables, pushSenderVariables } from './push-config.js';

const schema = z.object({ ...pushVariables, ...pushSenderVariables }).check(checkPushSenders);
const faults = (environment: NodeJS.ProcessEnv) => configFaults(schema, environment);

const ec = (namedCurve: string) =>
  generateKeyPairSync('ec', {
    namedCurve,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
const apns = { PUSH_SERVICES: 'apns', APNS_KEY: ec('prime256v1'), APNS_KEY_ID: 'K', APNS_TEAM_ID: 'T' };
const account = { project_id: 'p', client_email: 'e', private_key_id: 'i', private_key: ec('prime256v1') };
const fcm = { PUSH_SERVICES: 'fcm', FCM_CREDENTIALS: JSON.stringify(account) };
const pair = createECDH('prime256v1');
const publicKey = pair.generateKeys('base64url');
const privateKey = pair.getPrivateKey().toString('base64url').padStart(43, 'A');
const web = {
  PUSH_SERVICES: 'web',
  WEB_PUSH_KEY: privateKey,
  WEB_PUSH_PUBLIC_KEY: publicKey,
  WEB_PUSH_SUBJECT: 'mailto:operator@example.org',
};

describe('the environment of the service that sends', () => {
  it('needs nothing, or what the named push services need', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ ...fcm, ...web, ...apns, PUSH_SERVICES: 'apns,fcm,web' })).toEqual([]);
  });

  it('names each variable that is missing', () => {
    expect(faults({ PUSH_SERVICES: 'apns,fcm,web' })).toEqual([
      'APNS_KEY_ID: is not set, but PUSH_SERVICES has apns',
      'APNS_TEAM_ID: is not set, but PUSH_SERVICES has apns',
      'APNS_KEY: is not set, and APNS_KEY_FILE is not set either, but PUSH_SERVICES has apns',
      'FCM_CREDENTIALS: is not set, and FCM_CREDENTIALS_FILE is not set either, but PUSH_SERVICES has fcm',
      'WEB_PUSH_PUBLIC_KEY: is not set, but PUSH_SERVICES has web',
      'WEB_PUSH_KEY: is not set, but PUSH_SERVICES has web',
      'WEB_PUSH_SUBJECT: is not set, but PUSH_SERVICES has web',
    ]);
  });

  it.each([
    [{ ...apns, APNS_KEY: 'no key' }, 'APNS_KEY: must be a private key on P-256 in PEM'],
    [{ ...apns, APNS_KEY: ec('secp384r1') }, 'APNS_KEY: must be a private key on P-256 in PEM'],
    [{ ...apns, APNS_KEY: '', APNS_KEY_FILE: '/no/such/file' }, 'APNS_KEY_FILE: names a file that cannot be read'],
    [{ ...apns, APNS_KEY_FILE: '/no/such/file' }, 'APNS_KEY_FILE: is set, and APNS_KEY is set too: only one of them may be'],
    [{ ...apns, APNS_CA_FILE: '/no/such/file' }, 'APNS_CA_FILE: names a file that cannot be read'],
    [{ ...apns, APNS_ENDPOINT: 'http://push.example.org' }, 'APNS_ENDPOINT: Invalid URL'],
    [{ ...fcm, FCM_CREDENTIALS: '{}' }, 'FCM_CREDENTIALS: must be the JSON of a service account of Google'],
    [
      { ...fcm, FCM_CREDENTIALS: JSON.stringify({ ...account, private_key: 'none' }) },
      'FCM_CREDENTIALS: must be the JSON of a service account of Google',
    ],
    [{ ...web, WEB_PUSH_KEY: 'A'.repeat(43) }, 'WEB_PUSH_KEY: must be a private key on P-256'],
    [{ ...web, WEB_PUSH_PUBLIC_KEY: `B${'A'.repeat(86)}` }, 'WEB_PUSH_PUBLIC_KEY: is not the public key of WEB_PUSH_KEY'],
    [{ ...web, WEB_PUSH_SUBJECT: 'operator' }, 'WEB_PUSH_SUBJECT: must begin with mailto: or https:'],
    [{ PUSH_SERVICES: 'apns,carrier-pigeon' }, 'PUSH_SERVICES: must be some of apns,fcm,web'],
  ])('%#: is refused, without a secret in the message', (environment, fault) => {
    expect(faults(environment)).toEqual([fault]);
  });

  it('refuses a key of another length', () => {
    expect(faults({ ...web, WEB_PUSH_KEY: 'short' })).toContain('WEB_PUSH_KEY: must be a key of 32 bytes in base64url');
  });
});

describe('the keys for registrations', () => {
  it('are 32 bytes in base64, with commas', () => {
    const read = (text: string) => configFaults(z.object(pushRegistrationVariables), { PUSH_REGISTRATION_KEYS: text });
    const key = Buffer.alloc(32, 7).toString('base64');
    expect([read(''), read(key), read(`${key},${key}`)]).toEqual([[], [], []]);
    expect(read('short')).toEqual(['PUSH_REGISTRATION_KEYS: must be keys of 32 bytes in base64, with commas between them']);
  });
});
