import { inviteOwner } from '@parley/contracts/invitations';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import { properties } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { organizationJson } from './organization-form.js';
import { ownerInvitationJson, ownerInvitationText } from './owner-invitation.js';
import { placeOrganization } from './place-organization.js';

/** Creates an organization without users and shows an invitation link: the first person who uses it becomes the owner. */
export class CreateOrganization {
  constructor(private readonly suite: RunningSuite) {}

  /** `cell`: default, the one with most room. */
  async execute(stringId: string, name: string, cell?: string): Promise<Answer> {
    const created = await placeOrganization(this.suite, { stringId, name, cell });
    const invitation = await this.invite(created);
    return {
      text: properties({
        'string id': created.stringId,
        name: created.name,
        host: created.host,
        id: String(created.id),
        ...(created.cell === undefined ? {} : { cell: created.cell }),
        ...ownerInvitationText(invitation),
      }),
      json: { ...organizationJson(created), ...ownerInvitationJson(invitation) },
    };
  }

  private async invite({ id, stringId }: { readonly id: number; readonly stringId: string }) {
    try {
      return await this.suite.callAsSystem(inviteOwner, { organizationId: id });
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause;
      throw new CommandError(
        `${stringId} was created, but its owner has no invitation link yet. Run "invite-owner ${stringId}" to create one. ${cause.message}`,
        { cause },
      );
    }
  }
}
