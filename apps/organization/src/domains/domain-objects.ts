import { apiErrors, type Caller, ROLES } from '@parley/contracts';
import type { DomainObject } from '@parley/contracts/organization';
import type { Reader } from '@parley/persistence';

/** The organization's domains in wire format, ordered by name. */
export async function domainObjects(reader: Reader, organizationId: number): Promise<DomainObject[]> {
  const rows = await reader.organizationDomain.findMany({ where: { organizationId }, orderBy: { domain: 'asc' } });
  return rows.map(({ domain, allowSubdomains }) => ({ domain, allow_subdomains: allowSubdomains }));
}

/** @throws ownersOnly */
export function checkMayChangeDomains({ role }: Caller): void {
  if (role !== ROLES.owner) throw apiErrors.ownersOnly();
}

/** @throws noSuchDomain */
export async function existingDomain(reader: Reader, organizationId: number, name: string): Promise<DomainObject> {
  const domain = name.toLowerCase();
  const found = (await domainObjects(reader, organizationId)).find((one) => one.domain === domain);
  if (found === undefined) throw apiErrors.noSuchDomain({ domain: name });
  return found;
}
