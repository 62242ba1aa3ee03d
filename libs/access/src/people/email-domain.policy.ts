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

/**
 * Of an address that may not join. If only some domains are allowed: it has another one, or it has a `+`, with which one person could have
 * many addresses. Otherwise: it is disposable.
 */
export function emailDomainRefusal(
  email: string,
  { allowedDomains, refusesDisposable }: EmailRules,
  isDisposable: (domain: string) => boolean,
): Refusal {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  if (allowedDomains === undefined) return refusesDisposable && isDisposable(domain) ? apiErrors.disposableEmail() : undefined;
  if (name.includes('+')) return apiErrors.emailWithPlus();
  return allowedDomains.some((allowed) => includesDomain(allowed, domain)) ? undefined : apiErrors.emailDomainNotAllowed({ email });
}

function includesDomain(allowed: AllowedDomain, domain: string): boolean {
  const own = allowed.domain.toLowerCase();
  return domain === own || (allowed.allowSubdomains && domain.endsWith(`.${own}`));
}
