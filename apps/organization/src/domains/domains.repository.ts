import type { DomainObject } from '@parley/contracts/organization';
import type { Reader, Tx } from '@parley/persistence';

/** The organization's domains in wire format, ordered by name. */
export async function domainsOf(reader: Reader, organizationId: number): Promise<DomainObject[]> {
  const domains = await reader.organizationDomain.findMany({ where: { organizationId }, orderBy: { domain: 'asc' } });
  return domains.map(({ domain, allowSubdomains }) => ({ domain, allow_subdomains: allowSubdomains }));
}

export async function insertDomain(tx: Tx, organizationId: number, { domain, allow_subdomains }: DomainObject): Promise<void> {
  await tx.organizationDomain.create({ data: { organizationId, domain, allowSubdomains: allow_subdomains } });
}

export async function changeDomain(tx: Tx, organizationId: number, { domain, allow_subdomains }: DomainObject): Promise<void> {
  await tx.organizationDomain.updateMany({ where: { organizationId, domain }, data: { allowSubdomains: allow_subdomains } });
}

export async function removeDomain(tx: Tx, organizationId: number, domain: string): Promise<void> {
  await tx.organizationDomain.deleteMany({ where: { organizationId, domain } });
}

/** Addresses of all domains may join again. */
export async function liftRestrictionToDomains(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`UPDATE organization SET settings = settings - 'emails_restricted_to_domains' WHERE id = ${organizationId}`;
}
