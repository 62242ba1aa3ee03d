import { describe, expect, it } from '@jest/globals';
import { csrfTokenOf, isFormOfOwnPage, refuseForeignOrigin, refuseForgedChange, refuseInsecureOrigin } from './request-forgery.js';

const isForeign = (host: string | undefined, origin: string | undefined) => {
  try {
    refuseForeignOrigin({ headers: { ...(host === undefined ? {} : { host }), ...(origin === undefined ? {} : { origin }) } });
    return false;
  } catch {
    return true;
  }
};
const isForged = (method: string, token: string | undefined, session = 'a') => {
  try {
    refuseForgedChange({ method, headers: token === undefined ? {} : { 'x-csrftoken': token } }, session);
    return false;
  } catch {
    return true;
  }
};

describe('the origin of a request', () => {
  it.each([
    ['a.example.com', undefined, false],
    ['a.example.com', 'https://a.example.com', false],
    ['A.example.com', 'https://a.example.com', false],
    ['a.example.com:9991', 'http://a.example.com:9991', false],
    // The proxy listens on another port, and passes the name only.
    ['a.example.com', 'https://a.example.com:8443', false],
    ['a.example.com:9991', 'http://a.example.com:9992', true],
    ['a.example.com', 'https://b.example.com', true],
    ['a.example.com', 'https://a.example.com.evil.example', true],
    ['a.example.com', 'null', true],
    ['a.example.com', '', true],
    [undefined, 'https://a.example.com', true],
  ])('%s from %s', (host, origin, expected) => {
    expect(isForeign(host, origin)).toBe(expected);
  });
});

describe('the place from which a browser says that a request comes', () => {
  it.each([
    ['same-origin', 'cors', false],
    ['none', 'navigate', false],
    ['same-site', 'navigate', false],
    ['cross-site', 'navigate', false],
    ['same-site', 'no-cors', true],
    ['cross-site', 'no-cors', true],
    ['same-site', 'cors', true],
    ['same-site', undefined, true],
  ])('%s, to %s', (site, mode, expected) => {
    const headers = { host: 'a.example.com', 'sec-fetch-site': site, ...(mode === undefined ? {} : { 'sec-fetch-mode': mode }) };
    const refused = () => refuseForeignOrigin({ headers });
    if (expected) expect(refused).toThrow(expect.objectContaining({ code: 'CROSS_ORIGIN' }));
    else expect(refused).not.toThrow();
  });
});

describe('the scheme of a page that signs in', () => {
  it.each([
    ['https', 'https://a.example.com', false],
    ['https', undefined, false],
    ['https', 'http://a.example.com', true],
    ['https', 'null', true],
    ['http', 'http://a.example.com', false],
    // A proxy ends TLS, and the installation does not say so.
    ['http', 'https://a.example.com', false],
  ])('at %s: %s', (scheme, origin, expected) => {
    const refused = () => refuseInsecureOrigin({ headers: origin === undefined ? {} : { origin } }, scheme);
    if (expected) expect(refused).toThrow(expect.objectContaining({ code: 'CROSS_ORIGIN' }));
    else expect(refused).not.toThrow();
  });
});

describe('the page of a form that signs in', () => {
  it.each([
    ['https', 'https://a.example.com', 'same-origin', true],
    ['https', 'https://a.example.com', undefined, true],
    ['https', 'https://a.example.com:8443', undefined, true],
    ['http', 'http://a.example.com', undefined, true],
    ['https', 'http://a.example.com', undefined, false],
    ['https', 'http://a.example.com', 'cross-site', false],
    ['http', 'https://a.example.com', undefined, false],
    ['https', 'https://a.example.com', 'same-site', false],
    ['https', 'https://a.example.com', 'cross-site', false],
    ['https', 'https://a.example.com', 'none', false],
    ['https', 'https://b.example.com', 'same-origin', false],
    ['https', 'null', undefined, false],
    ['https', undefined, 'same-origin', false],
    ['https', undefined, undefined, false],
  ])('at %s: from %s, which is %s', (scheme, origin, site, expected) => {
    const given = { ...(origin === undefined ? {} : { origin }), ...(site === undefined ? {} : { 'sec-fetch-site': site }) };
    expect(isFormOfOwnPage({ headers: { host: 'a.example.com', 'sec-fetch-mode': 'navigate', ...given } }, scheme)).toBe(expected);
  });
});

describe('the token of a change', () => {
  it('belongs to one session, and does not show its token', () => {
    expect(csrfTokenOf('a')).toBe(csrfTokenOf('a'));
    expect(csrfTokenOf('a')).not.toBe(csrfTokenOf('b'));
    expect(isForged('POST', csrfTokenOf('a'))).toBe(false);
    for (const token of [undefined, '', 'x', 'a', csrfTokenOf('b'), `${csrfTokenOf('a')} `]) expect(isForged('POST', token)).toBe(true);
  });

  it('is not needed to read', () => {
    expect(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'].map((method) => isForged(method, undefined))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});
