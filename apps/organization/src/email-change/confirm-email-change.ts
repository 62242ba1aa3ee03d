import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { callersChanged, type confirmEmailChange } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database, organizationById } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { AccountChanges } from '../accounts/account-changes.js';
import { UsersRepository } from '../accounts/users.repository.js';
import type { Change } from '../change.js';
import { ConfirmationKeys } from '../credentials/confirmation-keys.js';
import { MailedLinks } from '../credentials/mailed-links.js';
import { checkNewEmail } from './check-new-email.js';
import { EmailChangeMails } from './email-change-mails.js';
import { EmailChangesRepository } from './email-changes.repository.js';

interface ConfirmedChange {
  readonly userId: number;
  readonly newEmail: string;
}

/** POST /accounts/confirm_new_email. Only the owner of the mailbox has the link. It works once. */
@Injectable()
export class ConfirmEmailChange {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly links: MailedLinks,
    private readonly keys: ConfirmationKeys,
    private readonly changes: EmailChangesRepository,
    private readonly users: UsersRepository,
    private readonly accounts: AccountChanges,
    private readonly mails: EmailChangeMails,
  ) {}

  async execute({ caller, params }: CallOf<typeof confirmEmailChange>): Promise<OutputOf<typeof confirmEmailChange>> {
    const { nonce, organization } = await this.links.open({ key: params.key, host: caller.host }, this.keys, (requested) =>
      this.changes.findOrganization(this.database.client, requested),
    );
    const organizationId = organization.id;
    const { userId, newEmail } = await this.eventLog.change(organizationId, (tx, log) => this.confirm({ tx, log, organizationId }, nonce));
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    return { email: newEmail };
  }

  private async confirm(change: Change, nonce: string): Promise<ConfirmedChange> {
    const { tx, organizationId } = change;
    const request = await this.changes.find(tx, organizationId, nonce);
    if (request === undefined) throw apiErrors.confirmationInvalid();
    const { userId, newEmail } = request;
    const [organization, user] = [await organizationById(tx, organizationId), await userById(tx, organizationId, userId)];
    if (organization === undefined || user === undefined || !user.isActive) throw apiErrors.confirmationInvalid();
    if (user.deliveryEmail !== request.oldEmail) throw apiErrors.confirmationInvalid();
    await checkNewEmail(tx, { organization, user, users: this.users }, newEmail);
    await this.changes.remove(tx, organizationId, userId);
    await this.accounts.changeEmails(change, user, { deliveryEmail: newEmail });
    await this.mails.enqueueNotice(change, { organizationId, userId, nonce, oldEmail: user.deliveryEmail });
    return { userId, newEmail };
  }
}
