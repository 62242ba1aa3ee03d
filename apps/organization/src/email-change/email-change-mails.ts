import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, job } from '@parley/jobs';
import { Mail, mailTemplate } from '@parley/mail';
import { Database, organizationById, userById } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { OrganizationAddresses } from '../addresses/organization-addresses.js';
import { ConfirmationKeys } from '../credentials/confirmation-keys.js';
import { EmailChangesRepository } from './email-changes-repository.js';

interface Change {
  readonly fullName: string;
  readonly organization: string;
  readonly organizationUrl: string;
  readonly newEmail: string;
}

const confirmation = mailTemplate<Change & { readonly link: string }>({
  name: 'confirm-new-email',
  subject: ({ organization }) => `Confirm your new email address for ${organization}`,
  text: ({ fullName, organization, organizationUrl, newEmail, link }) => `Hello ${fullName},

you asked to use ${newEmail} for your account in ${organization} (${organizationUrl}).

Open this link within a day to confirm it:
${link}

Until then nothing changes. If you did not ask for this, ignore this mail.
`,
});

const notice = mailTemplate<Change>({
  name: 'email-was-changed',
  subject: ({ organization }) => `Your email address for ${organization} was changed`,
  text: ({ fullName, organization, organizationUrl, newEmail }) => `Hello ${fullName},

the email address of your account in ${organization} (${organizationUrl}) is now ${newEmail}.
Mail no longer goes to the address that this was sent to.

If that was not you, write to the administrators of the organization at once.
`,
});

const account = { organizationId: z.int(), userId: z.int() };
const askToConfirm = job('organization-confirm-email', z.object({ ...account, nonce: z.uuid() }));
const tellOldAddress = job('organization-email-changed', z.object({ ...account, oldEmail: z.string() }));

/** The two mails of a change of address: to the new one, with the link that confirms it; to the old one, once it is done. */
@Injectable()
export class EmailChangeMails implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly keys: ConfirmationKeys,
    private readonly changes: EmailChangesRepository,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(askToConfirm, (asked) => this.mailConfirmation(asked));
    this.jobs.handle(tellOldAddress, (changed) => this.mailNotice(changed));
  }

  /** Does not wait. A mail that cannot even be queued is logged: the person asks again. */
  askToConfirm(organizationId: number, userId: number, nonce: string): void {
    this.queued(this.jobs.enqueue(askToConfirm, { organizationId, userId, nonce }, nonce));
  }

  tellOldAddress(organizationId: number, userId: number, nonce: string, oldEmail: string): void {
    this.queued(this.jobs.enqueue(tellOldAddress, { organizationId, userId, oldEmail }, nonce));
  }

  private queued(enqueued: Promise<void>): void {
    enqueued.catch((err: unknown) => this.runtime.logger.error({ err }, 'a mail of a change of address is lost'));
  }

  private async mailConfirmation({ organizationId, userId, nonce }: z.infer<typeof askToConfirm.payload>): Promise<void> {
    const asked = await this.changes.find(this.database.client, organizationId, nonce);
    // Replaced by a newer one, or confirmed by a mail that went out twice.
    if (asked === undefined) return;
    const told = await this.toldOf(organizationId, userId, asked.newEmail);
    const link = `${told.organizationUrl}/accounts/confirm_new_email/${this.keys.keyOf(nonce)}`;
    await this.mail.send(confirmation, asked.newEmail, { ...told, link });
  }

  private async mailNotice({ organizationId, userId, oldEmail }: z.infer<typeof tellOldAddress.payload>): Promise<void> {
    const user = await userById(this.database.client, organizationId, userId);
    if (user === undefined) return;
    await this.mail.send(notice, oldEmail, await this.toldOf(organizationId, userId, user.deliveryEmail));
  }

  private async toldOf(organizationId: number, userId: number, newEmail: string): Promise<Change> {
    const { client } = this.database;
    const [organization, user] = await Promise.all([organizationById(client, organizationId), userById(client, organizationId, userId)]);
    if (organization === undefined || user === undefined) throw new Error(`user ${userId} of organization ${organizationId} is gone`);
    return {
      fullName: user.fullName,
      organization: organization.name,
      organizationUrl: this.addresses.url(organization.stringId),
      newEmail,
    };
  }
}
