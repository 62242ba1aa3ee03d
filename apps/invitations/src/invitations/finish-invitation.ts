import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import { type finishInvitation, invitationsChanged } from '@parley/contracts/invitations';
import { EventLog } from '@parley/event-log';
import { InvitationsRepository } from './invitations.repository.js';

/** Ends the invitation of a user who joined, and others of the same address. A repeated call changes nothing. */
@Injectable()
export class FinishInvitation {
  constructor(
    private readonly eventLog: EventLog,
    private readonly invitations: InvitationsRepository,
  ) {}

  async execute({ organizationId, invitationId, email }: InputOf<typeof finishInvitation>): Promise<OutputOf<typeof finishInvitation>> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      const inviterIds = await this.invitations.endOf(tx, organizationId, { id: invitationId, email });
      if (inviterIds.length > 0) log.append(invitationsChanged, { inviterIds });
    });
    return {};
  }
}
