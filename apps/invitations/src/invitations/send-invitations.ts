import { Injectable } from '@nestjs/common';
import {
  type ApiError,
  apiErrors,
  type CallOf,
  invitationsChanged,
  mailInvitations,
  type OutputOf,
  organizationSettings,
  type sendInvitations,
} from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { organizationById, type Tx, userByEmail } from '@parley/persistence';
import { emailDomainFault, isEmailAddress, namedAddresses } from '@parley/policies';
import { CheckOffer } from './check-offer.js';
import { refuseBeyondDailyLimit } from './daily-limit.js';
import { InvitationsRepository, type Offer } from './invitations-repository.js';

type Fault = readonly [address: string, reason: string, isDeactivated: boolean];

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
  ) {}

  async execute({ caller, params }: CallOf<typeof sendInvitations>): Promise<OutputOf<typeof sendInvitations>> {
    const { organizationId, userId } = caller;
    const emails = namedAddresses(params.invitee_emails);
    if (emails.length === 0) throw apiErrors.badRequest({ msg: 'You must specify at least one email address.' });
    const offer = await this.checkOffer.execute(caller, 'can_invite_users_group', params);
    const failure = await this.eventLog.change(organizationId, async (tx, log) => {
      refuseBeyondDailyLimit(await this.invitations.mailsOfDay(tx, organizationId), emails.length);
      const faults = await addressFaults(tx, organizationId, emails);
      if (faults.length > 0) throw apiErrors.invitationFailed({ msg: NOT_VALID, errors: faults });
      const known = await knownAddresses(tx, organizationId, emails);
      const names = new Set(known.map(([address]) => address));
      const strangers = emails.filter((email) => !names.has(email));
      if (strangers.length === 0) throw apiErrors.invitationFailed({ msg: NOBODY, errors: known });
      await this.invite(tx, { ...offer, notifiesInviter: params.notify_referrer_on_join }, organizationId, strangers, (mails) =>
        log.owe(mailInvitations, { organizationId, mails }),
      );
      log.append(invitationsChanged, { inviterIds: [userId] });
      return known.length === 0 ? undefined : partly(known);
    });
    if (failure !== undefined) throw failure;
    return {};
  }

  private async invite(
    tx: Tx,
    offer: Offer,
    organizationId: number,
    emails: readonly string[],
    mail: (mails: { invitationId: number; mail: number }[]) => void,
  ): Promise<void> {
    const made = await this.invitations.insert(tx, organizationId, offer, emails);
    mail(made.map(({ id }) => ({ invitationId: id, mail: 1 })));
  }
}

const partly = (errors: readonly Fault[]): ApiError => apiErrors.invitationFailed({ msg: SOME, errors, sentInvitations: true });

async function addressFaults(tx: Tx, organizationId: number, emails: readonly string[]): Promise<Fault[]> {
  const { emails_restricted_to_domains } = organizationSettings((await organizationById(tx, organizationId))?.settings ?? {});
  const domains = emails_restricted_to_domains ? await tx.organizationDomain.findMany({ where: { organizationId } }) : undefined;
  return emails.flatMap((email): Fault[] => {
    if (!isEmailAddress(email)) return [[email, 'Invalid address.', false]];
    const fault = domains === undefined ? undefined : emailDomainFault(email, domains);
    if (fault === 'plus') return [[email, 'Email addresses containing + are not allowed.', false]];
    return fault === 'domain' ? [[email, 'Outside your domain.', false]] : [];
  });
}

async function knownAddresses(tx: Tx, organizationId: number, emails: readonly string[]): Promise<Fault[]> {
  const known: Fault[] = [];
  for (const email of emails) {
    const user = await userByEmail(tx, organizationId, email);
    if (user !== undefined)
      known.push([email, user.isActive ? 'Already has an account.' : 'Account has been deactivated.', !user.isActive]);
  }
  return known;
}
