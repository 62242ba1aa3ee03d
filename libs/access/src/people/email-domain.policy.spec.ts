import { describe, expect, it } from '@jest/globals';
import { emailDomainRefusal } from './email-domain.policy.js';

const ALLOWED = [
  { domain: 'acme.example', allowSubdomains: false },
  { domain: 'Birds.example', allowSubdomains: true },
];
const isDisposable = (domain: string) => domain === 'bin.example';

const WITH_PLUS = 'Email addresses containing + are not allowed.';
const OTHER_DOMAIN = (email: string) => `Email '${email}' not allowed in this organization`;
const DISPOSABLE = 'Please use your real email address.';

describe('an address in an organization that allows only its own domains', () => {
  const refusalOf = (email: string, allowedDomains = ALLOWED) =>
    emailDomainRefusal(email, { allowedDomains, refusesDisposable: true }, isDisposable)?.msg;

  it.each(['ann@acme.example', 'Ann@ACME.example', 'ann@birds.example', 'ann@owls.birds.example'])('%s may join', (email) =>
    expect(refusalOf(email)).toBeUndefined(),
  );

  it.each(['ann@mail.acme.example', 'ann@notbirds.example', 'Ann@elsewhere.example', 'ann@bin.example'])('%s has another domain', (email) =>
    expect(refusalOf(email)).toBe(OTHER_DOMAIN(email)),
  );

  it.each(['ann+work@acme.example', 'ann+work@elsewhere.example'])('%s has a plus', (email) => expect(refusalOf(email)).toBe(WITH_PLUS));

  it('is refused if there are no allowed domains', () => expect(refusalOf('ann@acme.example', [])).toBe(OTHER_DOMAIN('ann@acme.example')));

  it('may be disposable if its domain is allowed', () =>
    expect(refusalOf('ann@bin.example', [{ domain: 'bin.example', allowSubdomains: false }])).toBeUndefined());
});

describe('an address in an organization that allows all domains', () => {
  it.each([
    ['ann@anywhere.example', true, undefined],
    ['ann+work@anywhere.example', true, undefined],
    ['ann@BIN.example', true, DISPOSABLE],
    ['ann@bin.example', false, undefined],
  ])('%s, rejecting disposable ones: %s: %s', (email, refusesDisposable, msg) =>
    expect(emailDomainRefusal(email, { allowedDomains: undefined, refusesDisposable }, isDisposable)?.msg).toBe(msg),
  );
});
