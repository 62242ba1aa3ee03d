import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InvitationObject, isAdministrator, type listInvitations, type OutputOf } from '@parley/contracts';
import { Database, type InvitationRecord, openInvitations, organizationById } from '@parley/persistence';
import { invitationManagingFault } from '@parley/policies';
import { InvitationLinks } from './invitation-links.js';

/** GET /invites */
@Injectable()
export class ListInvitations {
  constructor(
    private readonly database: Database,
    private readonly links: InvitationLinks,
  ) {}

  async execute(caller: Caller): Promise<OutputOf<typeof listInvitations>> {
    const { organizationId, userId, role } = caller;
    const { client } = this.database;
    const organization = await organizationById(client, organizationId);
    const open = await openInvitations(client, organizationId, isAdministrator(role) ? {} : { inviterId: userId });
    if (organization === undefined) throw apiErrors.unknownOrganization();
    return { invites: open.filter((one) => mayHold(caller, one)).map((one) => wire(one, this.links.of(organization, one.nonce))) };
  }
}

/** A link for many is shown with its address. Whoever is no owner would become one by an owner's link; the operator's is shown to nobody. */
function mayHold(caller: Caller, invitation: InvitationRecord): boolean {
  return !invitation.isOfOperator && (invitation.email !== null || invitationManagingFault(caller, invitation) === undefined);
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
