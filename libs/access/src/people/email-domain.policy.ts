import { apiErrors, type Refusal } from '@parley/contracts';

/** A domain whose addresses may join. */
export interface AllowedDomain {
  readonly domain: string;
  readonly allowSubdomains: boolean;
}

/** The addresses that an organization allows. */
export interface EmailRules {
  /** Undefined if all domains are allowed. */
  readonly allowedDomains: readonly AllowedDomain[] | undefined;
  /** Applies only if all domains are allowed. */
  readonly refusesDisposable: boolean;
}

/** Of an address that may not join. */
export function emailDomainRefusal(email: string, rules: EmailRules, isDisposable: (domain: string) => boolean): Refusal {
  switch (emailDomainFault(email, rules, isDisposable)) {
    case 'plus':
      return apiErrors.emailWithPlus();
    case 'domain':
      return apiErrors.emailDomainNotAllowed({ email });
    case 'disposable':
      return apiErrors.disposableEmail();
    case undefined:
      return undefined;
  }
}

/**
 * The reason why an address may not join. If only some domains are allowed: it has another one, or it has a `+`, with which one person could have
 * many addresses. Otherwise: it is disposable. Undefined if it may join.
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
