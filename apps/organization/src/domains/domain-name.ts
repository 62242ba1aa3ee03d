/** The reason why a name cannot be an email domain. Undefined if it can. */
export function domainNameFault(domain: string): string | undefined {
  if (domain === '') return "Domain can't be empty.";
  if (!domain.includes('.')) return 'Domain must have at least one dot (.)';
  if (domain.startsWith('.') || domain.endsWith('.')) return 'Domain cannot start or end with a dot (.)';
  const labels = domain.split('.');
  if (labels.includes('')) return "Consecutive '.' are not allowed.";
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) return "Subdomains cannot start or end with a '-'.";
  return /^[a-z0-9.-]+$/.test(domain) ? undefined : "Domain can only have letters, numbers, '.' and '-'s.";
}
