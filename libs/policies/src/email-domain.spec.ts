import { describe, expect, it } from '@jest/globals';
import { emailDomainFault } from './email-domain.js';

const ALLOWED = [
  { domain: 'acme.example', allowSubdomains: false },
  { domain: 'Birds.example', allowSubdomains: true },
];
const isDisposable = (domain: string) => domain === 'bin.example';

describe('an address of an organization that admits only its domains', () => {
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
  it('is refused where there are no domains', () => expect(faultOf('ann@acme.example', [])).toBe('domain'));
  it('may be thrown away where its domain is the organization’s own', () =>
    expect(faultOf('ann@bin.example', [{ domain: 'bin.example', allowSubdomains: false }])).toBeUndefined());
});

describe('an address of an organization that admits all domains', () => {
  it.each([
    ['ann@anywhere.example', true, undefined],
    ['ann+work@anywhere.example', true, undefined],
    ['ann@BIN.example', true, 'disposable'],
    ['ann@bin.example', false, undefined],
  ])('%s, refusing those that are thrown away: %s: %s', (email, refusesDisposable, fault) =>
    expect(emailDomainFault(email, { allowedDomains: undefined, refusesDisposable }, isDisposable)).toBe(fault),
  );
});
