import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@parley/runtime';
import { configFaults } from '@parley/testing';
import { organizationConfig } from './config.js';

const NEEDED = {
  NATS_URL: 'nats://127.0.0.1:4222',
  PARLEY_CALLER_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgresql://127.0.0.1/parley',
  REDIS_URL: 'redis://127.0.0.1:6379',
  STORAGE_DIRECTORY: '/tmp',
  PARLEY_KEY_SECRET: 'k'.repeat(32),
};
const faults = (given: NodeJS.ProcessEnv) => configFaults(organizationConfig, { ...NEEDED, ...given });

describe('the environment of organization', () => {
  it('has defaults', () => {
    expect(loadConfig(organizationConfig, NEEDED)).toMatchObject({ S3_REGION: 'us-east-1' });
  });

  it('names everything that is missing, together', () => {
    expect(
      configFaults(organizationConfig, {})
        .map((fault) => fault.split(': is not set')[0])
        .toSorted(),
    ).toEqual(Object.keys(NEEDED).sort());
  });

  it.each([
    ['PARLEY_KEY_SECRET', ['x'.repeat(32)], ['x'.repeat(31)]],
    ['PARLEY_KEY_SECRET_PREVIOUS', ['x'.repeat(32)], ['x'.repeat(31)]],
    ['AUDIT_LOG_DAYS', ['1', '3650'], ['0', '1.5', 'ever']],
    ['SESSION_IDLE_HOURS', ['2', '336'], ['1', '2.5', 'ever']],
    ['SESSION_HOURS', ['1', '2160'], ['0', '0.5', 'ever']],
    ['SIGN_IN_NETWORKS', ['', '10.1.0.0/16,fd00:1::/32'], ['10.1.0.0', 'everywhere']],
    ['JITSI_SERVER_URL', ['https://meet.example.com'], ['meet.example.com', 'ftp://meet.example.com']],
    ['ZOOM_URL', ['https://zoom.us'], ['zoom.us']],
    ['ZOOM_API_URL', ['https://api.zoom.us'], ['api.zoom.us']],
  ])('checks %s', (name, valid, invalid) => {
    for (const value of valid) expect([value, faults({ [name]: value })]).toEqual([value, []]);
    for (const value of invalid) expect([value, faults({ [name]: value })]).toEqual([value, [expect.stringContaining(`${name}: `)]]);
  });

  it('has the public key of Web Push with it, for clients', () => {
    const web = { PUSH_SERVICES: 'fcm,web', WEB_PUSH_PUBLIC_KEY: `B${'A'.repeat(86)}` };
    expect(faults(web)).toEqual([]);
    expect(faults({ ...web, PUSH_SERVICES: 'fcm', WEB_PUSH_PUBLIC_KEY: '' })).toEqual([]);
    expect(faults({ ...web, WEB_PUSH_PUBLIC_KEY: '' })).toEqual(['WEB_PUSH_PUBLIC_KEY: is not set, but PUSH_SERVICES has web']);
    expect(faults({ ...web, WEB_PUSH_PUBLIC_KEY: 'short' })).toEqual([
      expect.stringContaining('WEB_PUSH_PUBLIC_KEY: must be a public key'),
    ]);
  });

  it('has all variables of a provider of calls, or none', () => {
    expect(faults({ BIG_BLUE_BUTTON_URL: 'https://bbb.example.com', BIG_BLUE_BUTTON_SECRET: 's' })).toEqual([]);
    expect(faults({ BIG_BLUE_BUTTON_URL: 'https://bbb.example.com' })).toEqual([expect.stringContaining('BIG_BLUE_BUTTON_SECRET: ')]);
    expect(faults({ ZOOM_ACCOUNT_ID: 'a', ZOOM_CLIENT_ID: 'c', ZOOM_CLIENT_SECRET: 's' })).toEqual([]);
    expect(faults({ ZOOM_CLIENT_ID: 'c', ZOOM_CLIENT_SECRET: 's' })).toEqual([expect.stringContaining('ZOOM_ACCOUNT_ID: ')]);
  });
});
