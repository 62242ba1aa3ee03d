import { createOrganization, inviteOwner } from '@parley/contracts';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import { properties } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { organizationJson } from './organization-form.js';
import { ownerInvitationJson, ownerInvitationText } from './owner-invitation.js';

/** Creates an organization without users and shows an invitation link: the first person who uses it becomes the owner. */
export class CreateOrganization {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, name: string): Promise<Answer> {
    const made = await this.suite.ask(createOrganization, { stringId, name });
    const invitation = await this.invite(made);
    return {
      text: properties({
        'string id': made.stringId,
        name: made.name,
        host: made.host,
        id: String(made.id),
        ...ownerInvitationText(invitation),
      }),
      json: { ...organizationJson(made), ...ownerInvitationJson(invitation) },
    };
  }

  private async invite({ id, stringId }: { readonly id: number; readonly stringId: string }) {
    try {
      return await this.suite.ask(inviteOwner, { organizationId: id });
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause;
      throw new CommandError(
        `${stringId} is made, but has no link for its owner yet: invite-owner ${stringId} makes one. ${cause.message}`,
        { cause },
      );
    }
  }
}
