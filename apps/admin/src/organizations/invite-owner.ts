import { inviteOwner } from '@parley/contracts/invitations';
import type { Answer } from '../output/answer.js';
import { properties } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { findOrganization } from './find-organization.js';
import { ownerInvitationJson, ownerInvitationText } from './owner-invitation.js';

/** Creates a new invitation link for an owner. */
export class InviteOwner {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string): Promise<Answer> {
    const { id } = await findOrganization(this.suite, stringId);
    const invitation = await this.suite.callAsSystem(inviteOwner, { organizationId: id });
    return { text: properties(ownerInvitationText(invitation)), json: ownerInvitationJson(invitation) };
  }
}
