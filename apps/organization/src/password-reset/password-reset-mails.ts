import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { isPasswordLoginEnabled } from '@parley/contracts/organization';
import { longRetryJob } from '@parley/jobs';
import { Mail, MailJobs, type MailLimit, mailTemplate, takeMail } from '@parley/mail';
import { Database } from '@parley/persistence';
import { OrganizationAddresses, Runtime } from '@parley/runtime';
import { z } from 'zod';
import { PasswordResetsRepository } from '../credentials/password-resets.repository.js';
import { accountToReset } from './accounts-to-reset.repository.js';
import { PasswordResetKeys } from './password-reset-keys.js';

interface MailValues {
  readonly fullName: string;
  readonly organization: string;
  readonly email: string;
  readonly link: string;
}

const resetMail = mailTemplate<MailValues>({
  name: 'reset-password',
  subject: ({ organization }) => `Choose a new password for ${organization}`,
  body: ({ fullName, organization, email, link }) => [
    `Hello ${fullName},`,
    `someone, probably you, requested a password reset for the account ${email} in ${organization}.`,
    'Open this link within 24 hours to choose a new password. The link works once.',
    { label: 'Choose a new password', link },
    'If you did not request this, ignore this mail. Your password does not change.',
  ],
});

/** Enough for a mistyped password and a lost mail. Links that were mailed before stay valid. */
const MAX_RESET_MAILS: MailLimit = { kind: 'reset-password', most: 5 };

/** `stringId` null: requested at a bare host. */
const resetJob = longRetryJob(
  'organization-reset-password',
  z.object({ stringId: z.string().nullable(), email: z.string(), nonce: z.uuid() }),
);
export type ResetRequest = z.infer<typeof resetJob.payload>;

/**
 * Looks up the account and mails the link. It runs as a job, so that the request takes equally long whether there is an account or not.
 */
@Injectable()
export class PasswordResetMails implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly keys: PasswordResetKeys,
    private readonly resets: PasswordResetsRepository,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(resetJob, (request) => this.send(request));
  }

  enqueue(request: ResetRequest): Promise<void> {
    return this.jobs.enqueue(resetJob, request, request.nonce);
  }

  private async send({ stringId, email, nonce }: ResetRequest): Promise<void> {
    const account = await accountToReset(this.database.direct, stringId, email);
    if (account === undefined || !isPasswordLoginEnabled(account.organizationSettings)) return;
    const { organizationId, organization, fullName } = account;
    if (!(await takeMail(this.database.direct, MAX_RESET_MAILS, { organizationId, to: account.email, key: nonce }))) {
      this.runtime.logger.info(
        { organizationId, userId: account.userId },
        'password reset not mailed: the address reached its daily limit',
      );
      return;
    }
    await this.database.transaction((tx) => this.resets.put(tx, organizationId, { ...account, nonce }));
    // The link was used meanwhile, so an earlier run of this job sent the mail.
    if ((await this.resets.findOpen(this.database.client, organizationId, nonce)) === undefined) return;
    const url = this.addresses.url(account.stringId);
    await this.mail.send(resetMail, {
      to: account.email,
      key: nonce,
      sender: { organizationId, name: organization, url },
      values: { fullName, organization, email: account.email, link: `${url}/accounts/password/reset/${this.keys.keyOf(nonce)}` },
    });
  }
}
