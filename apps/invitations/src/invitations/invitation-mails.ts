import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { InputOf, mailInvitations } from '@parley/contracts';
import { patientJob } from '@parley/jobs';
import { Mail, MailJobs, mailTemplate } from '@parley/mail';
import { Database, openInvitations, organizationById, userById } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { z } from 'zod';
import { InvitationLinks } from './invitation-links.js';

interface MailValues {
  readonly inviter: string;
  readonly organization: string;
  readonly link: string;
}

const invitationMail = mailTemplate<MailValues>({
  name: 'invitation',
  subject: ({ inviter, organization }) => `${inviter} invited you to ${organization}`,
  body: ({ inviter, organization, link }) => [
    'Hello,',
    `${inviter} invited you to join ${organization}.`,
    { label: 'Create your account', link },
    'If you do not want an account, ignore this mail.',
  ],
});

const mailJob = patientJob('invitations-mail', z.object({ organizationId: z.int(), invitationId: z.int(), mail: z.int() }));

/** Sends the mails of invitations, each once. */
@Injectable()
export class InvitationMails implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly links: InvitationLinks,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(mailJob, (request) => this.send(request));
  }

  async enqueue({ organizationId, mails }: InputOf<typeof mailInvitations>): Promise<void> {
    for (const { invitationId, mail } of mails) {
      await this.jobs.enqueue(mailJob, { organizationId, invitationId, mail }, keyOf(invitationId, mail));
    }
  }

  private async send({ organizationId, invitationId, mail }: z.infer<typeof mailJob.payload>): Promise<void> {
    const { client } = this.database;
    const [invitation] = await openInvitations(client, organizationId, { id: invitationId });
    // It was revoked, replaced or accepted meanwhile, or has expired; or a later mail of it was requested.
    if (invitation === undefined || invitation.email === null || invitation.mailCount !== mail) return;
    const [organization, inviter] = await Promise.all([
      organizationById(client, organizationId),
      userById(client, organizationId, invitation.inviterId),
    ]);
    if (organization === undefined || inviter === undefined) return;
    await this.mail.send(invitationMail, {
      to: invitation.email,
      key: keyOf(invitationId, mail),
      sender: { organizationId, name: organization.name, url: this.addresses.url(organization.stringId) },
      values: { inviter: inviter.fullName, organization: organization.name, link: this.links.of(organization, invitation.nonce) },
    });
  }
}

/** `mail`: the number of the mail, counted from 1 for each invitation. */
function keyOf(invitationId: number, mail: number): string {
  return `${invitationId}-${mail}`;
}
