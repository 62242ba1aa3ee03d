import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type InputOf, type OutputOf, ROLES } from '@parley/contracts';
import type { inviteOwner } from '@parley/contracts/invitations';
import { EventLog } from '@parley/event-log';
import { openInvitations, organizationById, systemBotId } from '@parley/persistence';
import { CONFIG } from '@parley/runtime';
import type { InvitationsConfig } from '../config.js';
import { InvitationLinks } from './invitation-links.js';
import { InvitationsRepository } from './invitations.repository.js';

/**
 * The operator's invitation of an owner: a link that can be used once. Its inviter is the notification bot, because the organization
 * may have no users yet. It ends earlier unused invitations of the operator.
 */
@Injectable()
export class InviteOwner {
  constructor(
    private readonly eventLog: EventLog,
    private readonly invitations: InvitationsRepository,
    private readonly links: InvitationLinks,
    @Inject(CONFIG) private readonly config: Pick<InvitationsConfig, 'INVITATION_LINK_VALIDITY_MINUTES'>,
  ) {}

  /** @throws unknownOrganization, organizationDeactivated */
  execute({ organizationId }: InputOf<typeof inviteOwner>): Promise<OutputOf<typeof inviteOwner>> {
    return this.eventLog.change(organizationId, async (tx) => {
      const organization = await organizationById(tx, organizationId);
      const inviterId = await systemBotId(tx, organizationId, 'notification-bot');
      if (organization === undefined || inviterId === undefined) throw apiErrors.unknownOrganization();
      if (organization.deactivatedAt !== null) throw apiErrors.organizationDeactivated();
      await this.invitations.endOfOperator(tx, organizationId);
      const offer = {
        inviterId,
        role: ROLES.owner,
        channelIds: [],
        groupIds: [],
        includesDefaults: true,
        notifiesInviter: false,
        welcomeText: null,
        validMinutes: this.config.INVITATION_LINK_VALIDITY_MINUTES,
        isOfOperator: true,
        parentId: null,
      };
      const [created] = await this.invitations.insert(tx, organizationId, offer, [null]);
      const [open] = created === undefined ? [] : await openInvitations(tx, organizationId, { id: created.id });
      if (open === undefined || open.expiresAt === null) throw new Error('the invitation was not stored');
      return { link: this.links.of(organization, open.nonce), expiresAtMs: open.expiresAt.getTime() };
    });
  }
}
