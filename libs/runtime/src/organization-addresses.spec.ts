import { describe, expect, it } from '@jest/globals';
import { OrganizationAddresses } from './organization-addresses.js';

const addresses = new OrganizationAddresses({ EXTERNAL_HOST: 'chat.example:8443', EXTERNAL_SCHEME: 'https' });

describe('the organization that a host names', () => {
  it.each(['demo.chat.example:8443', 'demo.chat.example', 'DEMO.Chat.Example:80'])('%s names demo', (host) => {
    expect(addresses.read(host)).toEqual({ kind: 'organization', stringId: 'demo' });
  });
  it.each(['', 'localhost', 'localhost:9991', '127.0.0.1:9991', '[::1]:9991', 'chat.example', 'chat.example:8443'])(
    '%j names no organization',
    (host) => {
      expect(addresses.read(host)).toEqual({ kind: 'bare' });
    },
  );
  it.each([
    'demo.example',
    'a.b.chat.example',
    '.chat.example',
    'demo.chat.example.evil',
    'xchat.example',
    'demo[::1]',
    'demo.chat.example:80:90',
    'demo.chat.exam:80ple',
  ])('%s is unknown', (host) => {
    expect(addresses.read(host)).toEqual({ kind: 'unknown' });
  });
  it('gives each organization a URL with the port and a mail domain without it', () => {
    expect(addresses.url('demo')).toBe('https://demo.chat.example:8443');
    expect(addresses.mailDomain('demo')).toBe('demo.chat.example');
    expect(addresses.ownHost).toBe('chat.example:8443');
  });
});
