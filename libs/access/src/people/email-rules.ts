import { organizationSettings } from '@parley/contracts/organization';
import { organizationById, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import type { EmailRules } from './email-domain.policy.js';

/** The rules of the organization for email addresses. */
export async function emailRules(reader: SqlReader, organizationId: number): Promise<EmailRules> {
  const organization = await organizationById(reader, organizationId);
  const { emails_restricted_to_domains: isRestricted, disallow_disposable_email_addresses: refusesDisposable } = organizationSettings(
    organization?.settings ?? {},
  );
  return { allowedDomains: isRestricted ? await allowedDomains(reader, organizationId) : undefined, refusesDisposable };
}

const allowedDomainsRow = z.object({ domain: z.string(), allowSubdomains: z.boolean() });

function allowedDomains(reader: SqlReader, organizationId: number) {
  return rows(
    reader,
    allowedDomainsRow,
    Prisma.sql`
    SELECT domain, allow_subdomains AS "allowSubdomains" FROM organization_domain WHERE organization_id = ${organizationId}`,
  );
}
