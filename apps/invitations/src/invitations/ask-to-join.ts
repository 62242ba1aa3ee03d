import { Injectable } from '@nestjs/common';
import { apiErrors, mailInvitations } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { type InvitationRecord, openInvitations } from '@parley/persistence';
import { addressFault } from './address-faults.js';
import { DailyLimit } from './daily-limit.js';
import { InvitationsRepository } from './invitations.repository.js';

/** The link that proves an address is for the person who reads their mail now. After that they can ask again. */
const VALID_MINUTES = 24 * 60;

/**
 * Someone who has a reusable link wants to join with an address. The address is not proved, so it is sent a link of its own, with all that the
 * reusable link offers. No account is looked up here, so neither the answer nor its duration tells whether there is one: the mail does.
 */
@Injectable()
export class AskToJoin {
  constructor(
    private readonly eventLog: EventLog,
    private readonly invitations: InvitationsRepository,
    private readonly dailyLimit: DailyLimit,
  ) {}

  /** @throws invitationInvalid, badRequest, joiningMailsExhausted */
  async execute({ id, organizationId }: InvitationRecord, email: string): Promise<void> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      const [link] = await openInvitations(tx, organizationId, { id });
      if (link === undefined) throw apiErrors.invitationInvalid();
      const fault = await addressFault(tx, organizationId, email);
      if (fault !== undefined) throw apiErrors.badRequest({ msg: fault });
      // The mail that they got is still of use: no other is sent, whoever asks.
      if ((await this.invitations.mailedLately(tx, organizationId, [email], { byLink: true })).length > 0) return;
      await this.dailyLimit.refuseByLink(tx, organizationId);
      const offer = { ...link, parentId: link.id, validMinutes: VALID_MINUTES };
      const made = await this.invitations.insert(tx, organizationId, offer, [email]);
      log.enqueue(mailInvitations, { organizationId, mails: made.map((one) => ({ invitationId: one.id, mail: 1 })) });
    });
  }
}
