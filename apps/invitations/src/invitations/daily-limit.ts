import { Inject, Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import type { Tx } from '@parley/persistence';
import { CONFIG, type ConfigOf } from '@parley/runtime';
import { InvitationsRepository } from './invitations-repository.js';

/** How many mails of invitations one organization sends within 24 hours. */
@Injectable()
export class DailyLimit {
  constructor(
    private readonly invitations: InvitationsRepository,
    @Inject(CONFIG) private readonly config: Pick<ConfigOf<'inviter'>, 'INVITATIONS_PER_DAY'>,
  ) {}

  /** @throws invitationFailed */
  async refuseBeyond(tx: Tx, organizationId: number, more: number): Promise<void> {
    if ((await this.invitations.mailsOfDay(tx, organizationId)) + more <= this.config.INVITATIONS_PER_DAY) return;
    throw apiErrors.invitationFailed({
      msg: 'Your organization has sent as many invitations as it may within a day. No invitations were sent.',
      dailyLimitReached: true,
    });
  }
}
