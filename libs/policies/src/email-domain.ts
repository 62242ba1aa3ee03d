/** A domain whose addresses may join. */
export interface AllowedDomain {
  readonly domain: string;
  readonly allowSubdomains: boolean;
}

/**
 * Why an address may not join an organization that admits only its own domains: it is of another one, or it has a `+`, by which one person could have
 * many. Undefined: it may.
 */
export function emailDomainFault(email: string, allowed: readonly AllowedDomain[]): 'domain' | 'plus' | undefined {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  if (name.includes('+')) return 'plus';
  const isAllowed = allowed.some(({ domain: each, allowSubdomains }) => {
    const own = each.toLowerCase();
    return domain === own || (allowSubdomains && domain.endsWith(`.${own}`));
  });
  return isAllowed ? undefined : 'domain';
}
