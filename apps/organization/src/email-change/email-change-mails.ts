import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { userById } from '@parley/access';
import { longRetryJob } from '@parley/jobs';
import { Mail, type MailChange, MailJobs, mailTemplate } from '@parley/mail';
import { Database, organizationById } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { z } from 'zod';
import { ConfirmationKeys } from '../credentials/confirmation-keys.js';
import { EmailChangesRepository } from './email-changes.repository.js';

interface Change {
  readonly fullName: string;
  readonly organization: string;
  readonly newEmail: string;
}

const confirmation = mailTemplate<Change & { readonly link: string }>({
  name: 'confirm-new-email',
  subject: ({ organization }) => `Confirm your new email address for ${organization}`,
  body: ({ fullName, organization, newEmail, link }) => [
    `Hello ${fullName},`,
    `you requested to use ${newEmail} for your account in ${organization}.`,
    'Open this link within 24 hours to confirm it.',
    { label: 'Confirm the address', link },
    'Nothing changes until then. If you did not request this, ignore this mail.',
  ],
});

const notice = mailTemplate<Change>({
  name: 'email-was-changed',
  subject: ({ organization }) => `Your email address for ${organization} was changed`,
  body: ({ fullName, organization, newEmail }) => [
    `Hello ${fullName},`,
    `the email address of your account in ${organization} is now ${newEmail}. This address no longer receives mail for the account.`,
    'If you did not make this change, contact the administrators of the organization at once.',
  ],
});

/** `nonce` identifies the change. */
const request = { organizationId: z.int(), userId: z.int(), nonce: z.uuid() };
const confirmationJob = longRetryJob('organization-confirm-email', z.object(request));
const noticeJob = longRetryJob('organization-email-changed', z.object({ ...request, oldEmail: z.string() }));
type Confirmation = z.infer<typeof confirmationJob.payload>;
type Notice = z.infer<typeof noticeJob.payload>;

/** The two mails of an address change: the confirmation link to the new address, and then a notice to the old address. */
@Injectable()
export class EmailChangeMails implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly keys: ConfirmationKeys,
    private readonly changes: EmailChangesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(confirmationJob, (request) => this.mailConfirmation(request));
    this.jobs.handle(noticeJob, (changed) => this.mailNotice(changed));
  }

  enqueueConfirmation(change: MailChange, payload: Confirmation): Promise<void> {
    return this.jobs.enqueueWith(change, confirmationJob, [{ payload, key: payload.nonce }]);
  }

  enqueueNotice(change: MailChange, payload: Notice): Promise<void> {
    return this.jobs.enqueueWith(change, noticeJob, [{ payload, key: payload.nonce }]);
  }

  private async mailConfirmation({ organizationId, userId, nonce }: Confirmation): Promise<void> {
    const requested = await this.changes.find(this.database.client, organizationId, nonce);
    // It was replaced by a newer request, was confirmed from a mail that was sent twice, or has expired.
    if (requested === undefined) return;
    const { sender, change } = await this.mailValues(organizationId, userId, requested.newEmail);
    const link = `${sender.url}/accounts/confirm_new_email/${this.keys.keyOf(nonce)}`;
    await this.mail.send(confirmation, { to: requested.newEmail, key: nonce, sender, values: { ...change, link } });
  }

  private async mailNotice({ organizationId, userId, nonce, oldEmail }: Notice): Promise<void> {
    const user = await userById(this.database.direct, organizationId, userId);
    if (user === undefined) return;
    const { sender, change } = await this.mailValues(organizationId, userId, user.deliveryEmail);
    await this.mail.send(notice, { to: oldEmail, key: nonce, sender, values: change });
  }

  private async mailValues(organizationId: number, userId: number, newEmail: string) {
    const { client } = this.database;
    const [organization, user] = await Promise.all([organizationById(client, organizationId), userById(client, organizationId, userId)]);
    if (organization === undefined || user === undefined) throw new Error(`user ${userId} of organization ${organizationId} is gone`);
    const sender = { organizationId, name: organization.name, url: this.addresses.url(organization.stringId) };
    return { sender, change: { fullName: user.fullName, organization: organization.name, newEmail } };
  }
}
