/** A domain whose addresses may join. */
export interface AllowedDomain {
  readonly domain: string;
  readonly allowSubdomains: boolean;
}

/** Which addresses an organization admits. */
export interface EmailRules {
  /** Undefined: those of all domains. */
  readonly allowedDomains: readonly AllowedDomain[] | undefined;
  /** Counts where all domains are admitted. */
  readonly refusesDisposable: boolean;
}

/**
 * Why an address may not join. Where only some domains are admitted: it is of another one, or it has a `+`, by which one person could have many. Else:
 * it is one that people throw away. Undefined: it may.
 */
export function emailDomainFault(
  email: string,
  { allowedDomains, refusesDisposable }: EmailRules,
  isDisposable: (domain: string) => boolean,
): 'domain' | 'plus' | 'disposable' | undefined {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  if (allowedDomains === undefined) return refusesDisposable && isDisposable(domain) ? 'disposable' : undefined;
  if (name.includes('+')) return 'plus';
  const isAllowed = allowedDomains.some(({ domain: each, allowSubdomains }) => {
    const own = each.toLowerCase();
    return domain === own || (allowSubdomains && domain.endsWith(`.${own}`));
  });
  return isAllowed ? undefined : 'domain';
}
