import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { invitationsChanged, type sendInvitations } from '@parley/contracts/invitations';
import { type ChangeLog, EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { type AddressFault, knownFault, unusableAddresses } from './address-faults.js';
import { CheckOffer } from './check-offer.js';
import { DailyLimit } from './daily-limit.js';
import { InvitationMails } from './invitation-mails.js';
import { InvitationsRepository } from './invitations.repository.js';
import { namedAddresses } from './invitee-addresses.js';

const NONE_INVITED = "We weren't able to invite anyone.";
const NOT_VALID = "Some emails did not validate, so we didn't send any invitations.";
const SOME = 'We left out some of those addresses; the errors say why. We did send invitations to everyone else!';
const SOME_ARE_USERS =
  "Some of those addresses are already using Zulip, so we didn't send them an invitation. We did send invitations to everyone else!";

/** The maximum of one event. */
const MAX_IDS = 1_000;

interface SkippedAddresses {
  readonly known: readonly AddressFault[];
  readonly mailed: readonly AddressFault[];
}

/** POST /invites */
@Injectable()
export class SendInvitations {
  constructor(
    private readonly eventLog: EventLog,
    private readonly checkOffer: CheckOffer,
    private readonly invitations: InvitationsRepository,
    private readonly dailyLimit: DailyLimit,
    private readonly mails: InvitationMails,
  ) {}

  async execute({ caller, params }: CallOf<typeof sendInvitations>): Promise<OutputOf<typeof sendInvitations>> {
    const { organizationId, userId } = caller;
    const emails = namedAddresses(params.invitee_emails);
    if (emails.length === 0) throw apiErrors.noInviteeEmails();
    const offer = await this.checkOffer.execute(caller, 'can_invite_users_group', params);
    const faults = await this.eventLog.change(organizationId, async (tx, log) => {
      await this.dailyLimit.refuseBeyond(tx, caller, emails.length);
      const unusable = await unusableAddresses(tx, organizationId, emails);
      if (unusable.length > 0) throw apiErrors.invitationFailed({ msg: NOT_VALID, errors: unusable });
      const faults = await this.skippedAddresses(tx, organizationId, emails);
      const names = new Set([...faults.known, ...faults.mailed].map(([address]) => address));
      const invitees = emails.filter((email) => !names.has(email));
      if (invitees.length === 0) throw apiErrors.invitationFailed({ msg: NONE_INVITED, errors: [...faults.known, ...faults.mailed] });
      this.mails.checkConfigured();
      const replaced = await this.invitations.endOfAddresses(tx, organizationId, invitees);
      const made = await this.invitations.insert(
        tx,
        organizationId,
        { ...offer, notifiesInviter: params.notify_referrer_on_join },
        invitees,
      );
      await this.mails.enqueueFirst({ tx, log }, organizationId, made);
      logInviters(log, [userId, ...replaced]);
      return faults;
    });
    const errors = [...faults.known, ...faults.mailed];
    const msg = faults.mailed.length === 0 ? SOME_ARE_USERS : SOME;
    if (errors.length > 0) throw apiErrors.invitationFailed({ msg, errors, sentInvitations: true });
    return {};
  }

  private async skippedAddresses(tx: Tx, organizationId: number, emails: readonly string[]): Promise<SkippedAddresses> {
    const known = (await this.invitations.accountsOf(tx, organizationId, emails)).map(knownFault);
    const names = new Set(known.map(([address]) => address));
    const mailed = await this.invitations.mailedLately(tx, organizationId, emails);
    return {
      known,
      mailed: mailed
        .filter((email) => !names.has(email))
        .map((email) => [email, 'Was sent an invitation within the last 24 hours.', false]),
    };
  }
}

/** Splits the inviters, because one event may have at most 1,000 ids. */
function logInviters(log: ChangeLog, inviters: readonly number[]): void {
  const inviterIds = [...new Set(inviters)].sort((a, b) => a - b);
  for (let from = 0; from < inviterIds.length; from += MAX_IDS) {
    log.append(invitationsChanged, { inviterIds: inviterIds.slice(from, from + MAX_IDS) });
  }
}
