import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, invitationsChanged, mailInvitations, type OutputOf, type sendInvitations } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { Mail } from '@parley/mail';
import { namedAddresses } from '@parley/policies';
import { knownAddresses, unusableAddresses } from './address-faults.js';
import { CheckOffer } from './check-offer.js';
import { DailyLimit } from './daily-limit.js';
import { InvitationsRepository } from './invitations-repository.js';

const NOBODY = "We weren't able to invite anyone.";
const NOT_VALID = "Some emails did not validate, so we didn't send any invitations.";
const SOME =
  "Some of those addresses are already using Zulip, so we didn't send them an invitation. We did send invitations to everyone else!";

/** POST /invites */
@Injectable()
export class SendInvitations {
  constructor(
    private readonly eventLog: EventLog,
    private readonly checkOffer: CheckOffer,
    private readonly invitations: InvitationsRepository,
    private readonly dailyLimit: DailyLimit,
    private readonly mail: Mail,
  ) {}

  async execute({ caller, params }: CallOf<typeof sendInvitations>): Promise<OutputOf<typeof sendInvitations>> {
    const { organizationId, userId } = caller;
    const emails = namedAddresses(params.invitee_emails);
    if (emails.length === 0) throw apiErrors.badRequest({ msg: 'You must specify at least one email address.' });
    const offer = await this.checkOffer.execute(caller, 'can_invite_users_group', params);
    const known = await this.eventLog.change(organizationId, async (tx, log) => {
      await this.dailyLimit.refuseBeyond(tx, caller, emails.length);
      const unusable = await unusableAddresses(tx, organizationId, emails);
      if (unusable.length > 0) throw apiErrors.invitationFailed({ msg: NOT_VALID, errors: unusable });
      const known = await knownAddresses(tx, organizationId, emails);
      const names = new Set(known.map(([address]) => address));
      const strangers = emails.filter((email) => !names.has(email));
      if (strangers.length === 0) throw apiErrors.invitationFailed({ msg: NOBODY, errors: known });
      this.mail.checkConfigured();
      const made = await this.invitations.insert(
        tx,
        organizationId,
        { ...offer, notifiesInviter: params.notify_referrer_on_join },
        strangers,
      );
      log.owe(mailInvitations, { organizationId, mails: made.map(({ id }) => ({ invitationId: id, mail: 1 })) });
      log.append(invitationsChanged, { inviterIds: [userId] });
      return known;
    });
    if (known.length > 0) throw apiErrors.invitationFailed({ msg: SOME, errors: known, sentInvitations: true });
    return {};
  }
}
