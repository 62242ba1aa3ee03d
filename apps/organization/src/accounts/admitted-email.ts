import { emailDomainRefusal, emailRules } from '@parley/access';
import { enforce } from '@parley/contracts';
import { isDisposableDomain } from '@parley/mail';
import { type SqlReader } from '@parley/persistence';

/** Refuses addresses whose domain the organization does not allow. @throws emailWithPlus, emailDomainNotAllowed, disposableEmail */
export async function refuseForeignEmail(reader: SqlReader, organizationId: number, email: string): Promise<void> {
  enforce(emailDomainRefusal(email, await emailRules(reader, organizationId), isDisposableDomain));
}
