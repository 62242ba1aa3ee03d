import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { userById } from '@parley/access';
import { longRetryJob } from '@parley/jobs';
import { Mail, MailJobs, type MailLimit, mailTemplate, takeMail } from '@parley/mail';
import { Database, organizationById } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { z } from 'zod';
import type { Change } from '../change.js';

const HAPPENED = {
  'set-up': 'An authenticator app was set up for your account. From now on you need a code of it to sign in.',
  removed: 'The second factor of your account was removed in your settings. From now on your password alone signs you in.',
  guessed: 'Somebody gave your right password and then wrong codes of your second factor. They were not signed in.',
  reset:
    'An administrator removed the second factor of your account. You were signed out everywhere, and your password alone signs you in.',
} as const;
type Happened = keyof typeof HAPPENED;

const notice = mailTemplate<{ readonly fullName: string; readonly organization: string; readonly happened: Happened }>({
  name: 'second-factor-changed',
  subject: ({ organization, happened }) =>
    happened === 'guessed' ? `Wrong codes for your account in ${organization}` : `Your second factor for ${organization} was changed`,
  body: ({ fullName, happened }) => [
    `Hello ${fullName},`,
    HAPPENED[happened],
    'If you did not do this, change your password at once, and tell the administrators of the organization.',
  ],
});

const MAX_GUESSED_MAILS: MailLimit = { kind: 'second-factor-guessed', most: 3 };

const noticeJob = longRetryJob(
  'organization-second-factor-changed',
  z.object({ organizationId: z.int(), userId: z.int(), happened: z.enum(['set-up', 'removed', 'reset', 'guessed']), nonce: z.uuid() }),
);

/** Tells people that their second factor was changed, so that they notice if it was somebody else. */
@Injectable()
export class SecondFactorMails implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(noticeJob, (changed) => this.send(changed));
  }

  enqueue(change: Change, userId: number, happened: Happened): Promise<void> {
    const nonce = randomUUID();
    return this.jobs.enqueueWith(change, noticeJob, [
      { payload: { organizationId: change.organizationId, userId, happened, nonce }, key: nonce },
    ]);
  }

  /** Without a change. A person is told so a few times a day at most. */
  async enqueueGuessed(organizationId: number, userId: number): Promise<void> {
    const nonce = randomUUID();
    await this.jobs.enqueue(noticeJob, { organizationId, userId, happened: 'guessed', nonce }, nonce);
  }

  private async send({ organizationId, userId, happened, nonce }: z.infer<typeof noticeJob.payload>): Promise<void> {
    const { direct } = this.database;
    const [organization, user] = [await organizationById(direct, organizationId), await userById(direct, organizationId, userId)];
    if (organization === undefined || user === undefined || !user.isActive) return;
    const told = { organizationId, to: user.deliveryEmail, key: nonce };
    if (happened === 'guessed' && !(await takeMail(direct, MAX_GUESSED_MAILS, told))) return;
    const sender = { organizationId, name: organization.name, url: this.addresses.url(organization.stringId) };
    const values = { fullName: user.fullName, organization: organization.name, happened };
    await this.mail.send(notice, { to: user.deliveryEmail, key: nonce, sender, values });
  }
}
