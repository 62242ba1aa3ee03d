import { describe, expect, it } from '@jest/globals';
import { domainNameRefusal } from './domain-name.js';

describe('a domain', () => {
  it.each<[string, string | undefined]>([
    ['example.com', undefined],
    ['a-b.c.example.com', undefined],
    ['1.2', undefined],
    ['', "Domain can't be empty."],
    ['localhost', 'Domain must have at least one dot (.)'],
    ['.example.com', 'Domain cannot start or end with a dot (.)'],
    ['example.com.', 'Domain cannot start or end with a dot (.)'],
    ['a..b', "Consecutive '.' are not allowed."],
    ['-a.b', "Subdomains cannot start or end with a '-'."],
    ['a.b-', "Subdomains cannot start or end with a '-'."],
    ['a.-b.c', "Subdomains cannot start or end with a '-'."],
    ['_a.b', "Domain can only have letters, numbers, '.' and '-'s."],
    ['a.b_', "Domain can only have letters, numbers, '.' and '-'s."],
    ['a_b.c', "Domain can only have letters, numbers, '.' and '-'s."],
    ['a b.c', "Domain can only have letters, numbers, '.' and '-'s."],
  ])('%j: %s', (domain, fault) => {
    expect(domainNameRefusal(domain)?.msg).toBe(fault === undefined ? undefined : `Invalid domain: ${fault}`);
  });
});
