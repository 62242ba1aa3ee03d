import { describe, expect, it } from '@jest/globals';
import { SessionCookie } from './session-cookie.js';

const TOKEN = 'Ab-_'.repeat(10) + 'xyz';
const plain = new SessionCookie({ EXTERNAL_SCHEME: 'http' });
const secure = new SessionCookie({ EXTERNAL_SCHEME: 'https' });
const read = (cookie: SessionCookie, header?: string) => cookie.tokenOf({ headers: header === undefined ? {} : { cookie: header } });

describe('the cookie of a session', () => {
  it('is secure, and cannot be set by other hosts of the domain, with https', () => {
    expect(secure.withToken(TOKEN, 60)).toBe(`__Host-parley_session=${TOKEN}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`);
    expect(secure.removed()).toBe('__Host-parley_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(plain.withToken(TOKEN, 60)).toBe(`parley_session=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`);
  });

  it('is read by its exact name', () => {
    expect(read(plain, `a=b; parley_session=${TOKEN}; c=d`)).toBe(TOKEN);
    expect(read(secure, `a=b; __Host-parley_session=${TOKEN}`)).toBe(TOKEN);
    expect([read(plain), read(plain, 'a=b'), read(plain, 'parley_session='), read(plain, `my_parley_session=${TOKEN}`)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(read(secure, `parley_session=${TOKEN}`)).toBeUndefined();
    for (const value of ['x', `${TOKEN}x`, `${TOKEN.slice(1)}%`])
      expect([value, read(plain, `parley_session=${value}`)]).toEqual([value, null]);
  });
});
