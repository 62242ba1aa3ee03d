import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UserRecord } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { Mail, type MailLimit, takeMail } from '@parley/mail';
import type { OrganizationRecord } from '@parley/persistence';
import { UsersRepository } from '../accounts/users.repository.js';
import type { Change } from '../change.js';
import { checkNewEmail } from './check-new-email.js';
import { EmailChangeMails } from './email-change-mails.js';
import { EmailChangesRepository } from './email-changes.repository.js';

/** They go to an address that is not proved. */
const MAX_CONFIRMATION_MAILS: MailLimit = { kind: 'confirm-new-email', most: 3 };

/** The first half of an address change: it stores the new address and mails it a link. The change waits until the link is opened. */
@Injectable()
export class RequestEmailChange {
  constructor(
    private readonly mail: Mail,
    private readonly users: UsersRepository,
    private readonly changes: EmailChangesRepository,
    private readonly mails: EmailChangeMails,
  ) {}

  /** The current address needs no request. @throws ApiError if the user may not have the address */
  async execute(
    change: Change,
    { organization, user }: { readonly organization: OrganizationRecord; readonly user: UserRecord },
    newEmail: string,
  ): Promise<void> {
    if (newEmail === user.deliveryEmail) return;
    const { tx, organizationId } = change;
    await checkNewEmail(tx, { organization, user, users: this.users }, newEmail);
    this.mail.checkConfigured();
    const nonce = randomUUID();
    if (!(await takeMail(tx, MAX_CONFIRMATION_MAILS, { organizationId, to: newEmail, key: nonce }))) {
      throw apiErrors.confirmationMailsExhausted();
    }
    await this.changes.put(tx, organizationId, user.id, { oldEmail: user.deliveryEmail, newEmail, nonce });
    await this.mails.enqueueConfirmation(change, { organizationId, userId: user.id, nonce });
  }
}
