import { describe, expect, it } from '@jest/globals';
import { emailDomainFault } from './email-domain.js';

const ALLOWED = [
  { domain: 'acme.example', allowSubdomains: false },
  { domain: 'Birds.example', allowSubdomains: true },
];

describe('an address of an organization that admits only its domains', () => {
  it.each([
    ['ann@acme.example', undefined],
    ['Ann@ACME.example', undefined],
    ['ann@mail.acme.example', 'domain'],
    ['ann@birds.example', undefined],
    ['ann@owls.birds.example', undefined],
    ['ann@notbirds.example', 'domain'],
    ['ann@elsewhere.example', 'domain'],
    ['ann+work@acme.example', 'plus'],
  ])('%s: %s', (email, fault) => expect(emailDomainFault(email, ALLOWED)).toBe(fault));
  it('is refused where there are no domains', () => expect(emailDomainFault('ann@acme.example', [])).toBe('domain'));
});
