import { describe, expect, it } from '@jest/globals';
import { emailDomainFault } from './email-domain.policy.js';

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
