import { Injectable } from '@nestjs/common';
import { apiErrors, enforce } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { type InvitationRecord, openInvitations } from '@parley/persistence';
import { addressRefusal } from './address-faults.js';
import { DailyLimit } from './daily-limit.js';
import { InvitationMails } from './invitation-mails.js';
import { InvitationsRepository } from './invitations.repository.js';

/** The mailed link is valid this long. After that the person can request another one. */
const VALID_MINUTES = 24 * 60;

/**
 * A person who has a reusable link wants to join with an address. The address is not proved yet, so this mails it a single-use link with the
 * same offer. No account is looked up here, so neither the answer nor its duration reveals whether there is one. Only the mail does.
 */
@Injectable()
export class AskToJoin {
  constructor(
    private readonly eventLog: EventLog,
    private readonly invitations: InvitationsRepository,
    private readonly dailyLimit: DailyLimit,
    private readonly mails: InvitationMails,
  ) {}

  /** @throws invitationInvalid, joiningMailsExhausted, and the errors of the address */
  async execute({ id, organizationId }: InvitationRecord, email: string): Promise<void> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      const [link] = await openInvitations(tx, organizationId, { id });
      if (link === undefined) throw apiErrors.invitationInvalid();
      enforce(await addressRefusal(tx, organizationId, email));
      // The link in the mail that the address already received is still valid, so no second mail is sent.
      if ((await this.invitations.mailedLately(tx, organizationId, [email], { byLink: true })).length > 0) return;
      await this.dailyLimit.refuseByLink(tx, organizationId);
      const offer = { ...link, parentId: link.id, validMinutes: VALID_MINUTES };
      const made = await this.invitations.insert(tx, organizationId, offer, [email]);
      await this.mails.enqueueFirst({ tx, log }, organizationId, made);
    });
  }
}
