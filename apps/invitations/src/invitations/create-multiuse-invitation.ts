import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import { type createMultiuseInvitation, invitationsChanged } from '@parley/contracts/invitations';
import { EventLog } from '@parley/event-log';
import { organizationById } from '@parley/persistence';
import { CheckOffer } from './check-offer.js';
import { InvitationLinks } from './invitation-links.js';
import { InvitationsRepository } from './invitations.repository.js';

/** POST /invites/multiuse */
@Injectable()
export class CreateMultiuseInvitation {
  constructor(
    private readonly eventLog: EventLog,
    private readonly checkOffer: CheckOffer,
    private readonly invitations: InvitationsRepository,
    private readonly links: InvitationLinks,
  ) {}

  async execute({ caller, params }: CallOf<typeof createMultiuseInvitation>): Promise<OutputOf<typeof createMultiuseInvitation>> {
    const { organizationId, userId } = caller;
    const offer = await this.checkOffer.execute(caller, 'create_multiuse_invite_group', params);
    return this.eventLog.change(organizationId, async (tx, log) => {
      const organization = await organizationById(tx, organizationId);
      const [created] = await this.invitations.insert(tx, organizationId, offer, [null]);
      if (created === undefined || organization === undefined) throw new Error('the invitation was not stored');
      log.append(invitationsChanged, { inviterIds: [userId] });
      return { invite_link: this.links.of(organization, created.nonce) };
    });
  }
}
