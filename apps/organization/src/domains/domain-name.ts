import { apiErrors, type Refusal } from '@parley/contracts';

/** Why a name cannot be an email domain. */
export function domainNameRefusal(domain: string): Refusal {
  if (domain === '') return apiErrors.domainEmpty();
  if (!domain.includes('.')) return apiErrors.domainWithoutDot();
  if (domain.startsWith('.') || domain.endsWith('.')) return apiErrors.domainDotAtEnd();
  const labels = domain.split('.');
  if (labels.includes('')) return apiErrors.domainConsecutiveDots();
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) return apiErrors.domainHyphenAtEnd();
  return /^[a-z0-9.-]+$/.test(domain) ? undefined : apiErrors.domainCharacters();
}
