import { apiErrors, organizationSettings } from '@parley/contracts';
import { organizationById, type Reader } from '@parley/persistence';
import { emailDomainFault } from '@parley/policies';

/** Where emails_restricted_to_domains is on, people have addresses of the organization's domains. @throws badRequest */
export async function refuseForeignEmail(reader: Reader, organizationId: number, email: string): Promise<void> {
  const organization = await organizationById(reader, organizationId);
  if (!organizationSettings(organization?.settings ?? {}).emails_restricted_to_domains) return;
  const domains = await reader.organizationDomain.findMany({ where: { organizationId } });
  const fault = emailDomainFault(email, domains);
  if (fault === 'plus') throw apiErrors.badRequest({ msg: 'Email addresses containing + are not allowed.' });
  if (fault === 'domain') throw apiErrors.badRequest({ msg: `Email '${email}' not allowed in this organization` });
}
