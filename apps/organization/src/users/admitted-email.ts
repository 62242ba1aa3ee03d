import { emailDomainFault, emailRules } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { isDisposableDomain } from '@parley/mail';
import { type Reader } from '@parley/persistence';

/** Refuses addresses whose domain the organization does not allow. @throws emailWithPlus, emailDomainNotAllowed, disposableEmail */
export async function refuseForeignEmail(reader: Reader, organizationId: number, email: string): Promise<void> {
  const fault = emailDomainFault(email, await emailRules(reader, organizationId), isDisposableDomain);
  if (fault === 'plus') throw apiErrors.emailWithPlus();
  if (fault === 'domain') throw apiErrors.emailDomainNotAllowed({ email });
  if (fault === 'disposable') throw apiErrors.disposableEmail();
}
