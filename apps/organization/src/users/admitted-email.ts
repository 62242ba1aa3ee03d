import { emailDomainFault, emailRules } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { isDisposableDomain } from '@parley/mail';
import { type Reader } from '@parley/persistence';

/** Refuses addresses whose domain the organization does not allow. @throws badRequest */
export async function refuseForeignEmail(reader: Reader, organizationId: number, email: string): Promise<void> {
  const fault = emailDomainFault(email, await emailRules(reader, organizationId), isDisposableDomain);
  if (fault === 'plus') throw apiErrors.badRequest({ msg: 'Email addresses containing + are not allowed.' });
  if (fault === 'domain') throw apiErrors.badRequest({ msg: `Email '${email}' not allowed in this organization` });
  if (fault === 'disposable') throw apiErrors.badRequest({ msg: 'Please use your real email address.' });
}
