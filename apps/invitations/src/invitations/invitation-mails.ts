import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { userById } from '@parley/access';
import { longRetryJob } from '@parley/jobs';
import { Mail, type MailChange, MailJobs } from '@parley/mail';
import { Database, type InvitationRecord, type OrganizationRecord, openInvitations, organizationById } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { z } from 'zod';
import { InvitationLinks } from './invitation-links.js';
import { InvitationsRepository } from './invitations.repository.js';
import { accountExistsMail, finishJoiningMail, invitationMail } from './mail-templates.js';

/** `mail`: 1 for the first mail of the invitation, 2 for the first resend. Only the newest one is sent. */
const mailJob = longRetryJob('invitations-mail', z.object({ organizationId: z.int(), invitationId: z.int(), mail: z.int() }));
type InvitationMail = z.infer<typeof mailJob.payload>;

/** An invitation, with the address and the key of its mail. */
type Addressed = InvitationRecord & { readonly to: string; readonly key: string };

/** Sends the mails of invitations, each once. */
@Injectable()
export class InvitationMails implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly links: InvitationLinks,
    private readonly invitations: InvitationsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(mailJob, (request) => this.send(request));
  }

  /** To be called before a change that would be useless without its mail. @throws ApiError mailNotConfigured */
  checkConfigured(): void {
    this.mail.checkConfigured();
  }

  /** The first mails of invitations that the change makes. */
  enqueueFirst(change: MailChange, organizationId: number, invitations: readonly { readonly id: number }[]): Promise<void> {
    return this.enqueue(
      change,
      invitations.map(({ id }) => ({ organizationId, invitationId: id, mail: 1 })),
    );
  }

  enqueue(change: MailChange, mails: readonly InvitationMail[]): Promise<void> {
    const requests = mails.map((payload) => ({ payload, key: keyOf(payload.invitationId, payload.mail) }));
    return this.jobs.enqueueWith(change, mailJob, requests);
  }

  private async send({ organizationId, invitationId, mail }: InvitationMail): Promise<void> {
    const { client } = this.database;
    const [invitation] = await openInvitations(client, organizationId, { id: invitationId });
    // It was revoked, replaced or accepted meanwhile, or has expired; or a later mail of it was requested.
    if (invitation === undefined || invitation.email === null || invitation.mailCount !== mail) return;
    const organization = await organizationById(client, organizationId);
    if (organization === undefined) return;
    const to = { ...invitation, to: invitation.email, key: keyOf(invitationId, mail) };
    await (invitation.parentId === null ? this.invite(organization, to) : this.proveAddress(organization, to));
  }

  private async invite(organization: OrganizationRecord, { to, key, inviterId, nonce }: Addressed): Promise<void> {
    const inviter = await userById(this.database.direct, organization.id, inviterId);
    if (inviter === undefined) return;
    await this.mail.send(invitationMail, {
      to,
      key,
      sender: this.senderOf(organization),
      values: { inviter: inviter.fullName, organization: organization.name, link: this.links.of(organization, nonce) },
    });
  }

  /** To someone who wants to join by a reusable link, or to someone who has an account already: only the mail says which. */
  private async proveAddress(organization: OrganizationRecord, { to, key, nonce }: Addressed): Promise<void> {
    const sender = this.senderOf(organization);
    const common = { email: to, organization: organization.name };
    const [known] = await this.invitations.accountsOf(this.database.client, organization.id, [to]);
    if (known === undefined) {
      await this.mail.send(finishJoiningMail, { to, key, sender, values: { ...common, link: this.links.of(organization, nonce) } });
    } else {
      await this.mail.send(accountExistsMail, { to, key, sender, values: { ...common, isDeactivated: !known.isActive, url: sender.url } });
    }
  }

  private senderOf({ id, name, stringId }: OrganizationRecord) {
    return { organizationId: id, name, url: this.addresses.url(stringId) };
  }
}

/** `mail`: the number of the mail, counted from 1 for each invitation. */
function keyOf(invitationId: number, mail: number): string {
  return `${invitationId}-${mail}`;
}
