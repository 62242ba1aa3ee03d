import { describe, expect, it } from '@jest/globals';
import { SignInCookie } from './sign-in-cookie.js';

const TOKEN = 'a'.repeat(43);
const plain = new SignInCookie({ EXTERNAL_SCHEME: 'http' });
const secure = new SignInCookie({ EXTERNAL_SCHEME: 'https' });
const sent = (header: string) => ({ headers: { cookie: header.split(';')[0] ?? '' } });

describe('the cookie of a sign-in', () => {
  it('cannot be read by scripts, and with https belongs to this host alone', () => {
    expect(plain.withToken('state', TOKEN, 600)).toMatch(
      /^parley_sign_in_[0-9a-f]{16}=a{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(secure.withToken('state', TOKEN, 600)).toMatch(
      /^__Host-parley_sign_in_[0-9a-f]{16}=a{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(plain.removed('state')).toMatch(/=; Max-Age=0; /);
  });

  it('is found for its own sign-in only', () => {
    const request = sent(secure.withToken('state', TOKEN, 600));
    expect([secure.tokenOf(request, 'state'), secure.tokenOf(request, 'another')]).toEqual([TOKEN, undefined]);
    // With https, one that another host of the domain could set is none.
    expect(secure.tokenOf(sent(plain.withToken('state', TOKEN, 600)), 'state')).toBeUndefined();
  });

  it.each(['', 'a', `${TOKEN}a`, 'a b'])('is none with the value "%s"', (value) => {
    const name = plain.withToken('state', TOKEN, 600).split('=')[0];
    expect(plain.tokenOf({ headers: { cookie: `${name}=${value}` } }, 'state')).toBeUndefined();
  });
});
