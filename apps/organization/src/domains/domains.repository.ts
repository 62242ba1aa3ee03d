import type { DomainObject } from '@parley/contracts/organization';
import { Prisma, type Select, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const domainRow = z.object({ domain: z.string(), allow_subdomains: z.boolean() });

/** The organization's domains in wire format, ordered by name. */
export function selectDomains(organizationId: number): Select<typeof domainRow> {
  return select(
    domainRow,
    Prisma.sql`SELECT domain, allow_subdomains FROM organization_domain WHERE organization_id = ${organizationId} ORDER BY domain`,
  );
}

export function domainsOf(reader: SqlReader, organizationId: number): Promise<DomainObject[]> {
  return selectRows(reader, selectDomains(organizationId));
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
