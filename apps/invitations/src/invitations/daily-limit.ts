import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type Caller, ROLES, type Role } from '@parley/contracts';
import type { Tx } from '@parley/persistence';
import { CONFIG } from '@parley/runtime';
import type { InvitationsConfig } from '../config.js';
import { InvitationsRepository } from './invitations.repository.js';

/** The share of the organization's daily mails that one user, or all reusable links together, may send, so that they cannot use them all. */
const MAX_SHARE = { owner: 1, administrator: 0.5, other: 0.1, links: 0.5 } as const;

/** Limits the invitation mails of an organization, and of each of its users, within 24 hours. */
@Injectable()
export class DailyLimit {
  constructor(
    private readonly invitations: InvitationsRepository,
    @Inject(CONFIG) private readonly config: Pick<InvitationsConfig, 'INVITATIONS_PER_DAY'>,
  ) {}

  /** A mail for someone with a reusable link, who may be anyone. @throws joiningMailsExhausted */
  async refuseByLink(tx: Tx, organizationId: number): Promise<void> {
    const { INVITATIONS_PER_DAY: most } = this.config;
    const { all, byLinks } = await this.invitations.mailsOfDay(tx, organizationId, null);
    if (all >= most || byLinks >= Math.ceil(most * MAX_SHARE.links)) throw apiErrors.joiningMailsExhausted();
  }

  /** @throws invitationFailed */
  async refuseBeyond(tx: Tx, { organizationId, userId, role }: Caller, more: number): Promise<void> {
    const { INVITATIONS_PER_DAY: most } = this.config;
    const sent = await this.invitations.mailsOfDay(tx, organizationId, userId);
    if (sent.all + more > most) throw refused('Your organization has sent as many invitations as it may within a day.');
    if (sent.own + more > Math.ceil(most * shareOf(role))) throw refused('You have sent as many invitations as you may within a day.');
  }
}

function shareOf(role: Role): number {
  if (role === ROLES.owner) return MAX_SHARE.owner;
  return role === ROLES.administrator ? MAX_SHARE.administrator : MAX_SHARE.other;
}

function refused(reason: string) {
  return apiErrors.invitationFailed({ msg: `${reason} No invitations were sent.`, dailyLimitReached: true });
}
