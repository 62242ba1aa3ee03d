import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, isAdministrator, type OutputOf } from '@parley/contracts';
import type { InvitationObject, listInvitations } from '@parley/contracts/invitations';
import { Database, type InvitationRecord, openInvitations, organizationById } from '@parley/persistence';
import { InvitationLinks } from './invitation-links.js';
import { invitationManagingRefusal } from './inviting.policy.js';

/** GET /invites */
@Injectable()
export class ListInvitations {
  constructor(
    private readonly database: Database,
    private readonly links: InvitationLinks,
  ) {}

  async execute(caller: Caller): Promise<OutputOf<typeof listInvitations>> {
    const { organizationId, userId, role } = caller;
    const reader = this.database.direct;
    const organization = await organizationById(reader, organizationId);
    const open = await openInvitations(reader, organizationId, isAdministrator(role) ? {} : { inviterId: userId });
    if (organization === undefined) throw apiErrors.unknownOrganization();
    return { invites: open.filter((one) => mayList(caller, one)).map((one) => wire(one, this.links.of(organization, one.nonce))) };
  }
}

/**
 * The list shows the URL of a reusable link, and an owner's link makes its user an owner. So only callers who may manage such an
 * invitation see it. Invitations that no user sent are never listed: those of the operator, and those that prove an address.
 */
function mayList(caller: Caller, invitation: InvitationRecord): boolean {
  if (invitation.isOfOperator || invitation.parentId !== null) return false;
  return invitation.email !== null || invitationManagingRefusal(caller, invitation) === undefined;
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

function wire(invitation: InvitationRecord, link: string): InvitationObject {
  const { id, inviterId, email, role, createdAt, expiresAt, notifiesInviter, welcomeText } = invitation;
  return {
    id,
    invited_by_user_id: inviterId,
    invited: seconds(createdAt),
    expiry_date: expiresAt === null ? null : seconds(expiresAt),
    invited_as: role,
    is_multiuse: email === null,
    notify_referrer_on_join: notifiesInviter,
    welcome_message_custom_text: welcomeText,
    ...(email === null ? { link_url: link } : { email }),
  };
}
