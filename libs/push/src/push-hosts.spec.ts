import { describe, expect, it } from '@jest/globals';
import { isPushHost, KNOWN_PUSH_HOSTS } from './push-hosts.js';

const LISTED = [...KNOWN_PUSH_HOSTS, 'push.example.org:8443', '127.0.0.1:9'];

describe('the endpoint of a subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://push.example.org:8443/abc',
    'http://127.0.0.1:9/abc',
  ])('may be %s', (url) => {
    expect(isPushHost(new URL(url), LISTED)).toBe(true);
  });

  it.each([
    'https://example.org/',
    'https://push.example.org/abc',
    'http://fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.example.org/',
    'https://evil-push.apple.com/',
    'https://push.apple.com/',
    'https://fcm.googleapis.com:8443/',
    'https://user:password@fcm.googleapis.com/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:9/',
    'file:///etc/passwd',
  ])('may not be %s', (url) => {
    expect(isPushHost(new URL(url), LISTED)).toBe(false);
  });
});
