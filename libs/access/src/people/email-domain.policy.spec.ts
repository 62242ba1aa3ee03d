import { describe, expect, it } from '@jest/globals';
import { emailDomainFault, emailDomainRefusal } from './email-domain.policy.js';

const ALLOWED = [
  { domain: 'acme.example', allowSubdomains: false },
  { domain: 'Birds.example', allowSubdomains: true },
];
const isDisposable = (domain: string) => domain === 'bin.example';

describe('an address in an organization that allows only its own domains', () => {
  const faultOf = (email: string, allowedDomains = ALLOWED) =>
    emailDomainFault(email, { allowedDomains, refusesDisposable: true }, isDisposable);
  it.each([
    ['ann@acme.example', undefined],
    ['Ann@ACME.example', undefined],
    ['ann@mail.acme.example', 'domain'],
    ['ann@birds.example', undefined],
    ['ann@owls.birds.example', undefined],
    ['ann@notbirds.example', 'domain'],
    ['ann@elsewhere.example', 'domain'],
    ['ann@bin.example', 'domain'],
    ['ann+work@acme.example', 'plus'],
  ])('%s: %s', (email, fault) => expect(faultOf(email)).toBe(fault));
  it('is refused if there are no allowed domains', () => expect(faultOf('ann@acme.example', [])).toBe('domain'));
  it('may be disposable if its domain is allowed', () =>
    expect(faultOf('ann@bin.example', [{ domain: 'bin.example', allowSubdomains: false }])).toBeUndefined());
});

describe('an address in an organization that allows all domains', () => {
  it.each([
    ['ann@anywhere.example', true, undefined],
    ['ann+work@anywhere.example', true, undefined],
    ['ann@BIN.example', true, 'disposable'],
    ['ann@bin.example', false, undefined],
  ])('%s, rejecting disposable ones: %s: %s', (email, refusesDisposable, fault) =>
    expect(emailDomainFault(email, { allowedDomains: undefined, refusesDisposable }, isDisposable)).toBe(fault),
  );
});

describe('the refusal of an address', () => {
  it.each([
    ['ann+work@acme.example', 'Email addresses containing + are not allowed.'],
    ['ann@elsewhere.example', "Email 'ann@elsewhere.example' not allowed in this organization"],
    ['ann@acme.example', undefined],
  ])('%s: %s', (email, msg) => {
    expect(emailDomainRefusal(email, { allowedDomains: ALLOWED, refusesDisposable: true }, isDisposable)?.msg).toBe(msg);
  });

  it('names disposable addresses', () => {
    const rules = { allowedDomains: undefined, refusesDisposable: true };
    expect(emailDomainRefusal('ann@bin.example', rules, isDisposable)?.msg).toBe('Please use your real email address.');
  });
});
