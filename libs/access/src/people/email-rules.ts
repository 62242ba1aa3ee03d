import { organizationSettings } from '@parley/contracts/organization';
import { organizationById, type Reader } from '@parley/persistence';
import type { EmailRules } from './email-domain.policy.js';

/** The rules of the organization for email addresses. */
export async function emailRules(reader: Reader, organizationId: number): Promise<EmailRules> {
  const organization = await organizationById(reader, organizationId);
  const { emails_restricted_to_domains: isRestricted, disallow_disposable_email_addresses: refusesDisposable } = organizationSettings(
    organization?.settings ?? {},
  );
  const allowedDomains = isRestricted ? await reader.organizationDomain.findMany({ where: { organizationId } }) : undefined;
  return { allowedDomains, refusesDisposable };
}
