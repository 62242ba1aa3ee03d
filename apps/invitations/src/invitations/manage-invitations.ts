import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, enforce } from '@parley/contracts';
import { invitationsChanged } from '@parley/contracts/invitations';
import { EventLog } from '@parley/event-log';
import { type InvitationRecord, openInvitations, type Tx } from '@parley/persistence';
import { DailyLimit } from './daily-limit.js';
import { InvitationMails } from './invitation-mails.js';
import { InvitationsRepository } from './invitations.repository.js';
import { invitationManagingRefusal } from './inviting.policy.js';

/** Revokes invitations and sends them again. */
@Injectable()
export class ManageInvitations {
  constructor(
    private readonly eventLog: EventLog,
    private readonly invitations: InvitationsRepository,
    private readonly dailyLimit: DailyLimit,
    private readonly mails: InvitationMails,
  ) {}

  async revoke(caller: Caller, id: number, isForMany: boolean): Promise<Record<string, never>> {
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const { inviterId } = await managed(tx, caller, id, isForMany);
      await this.invitations.end(tx, organizationId, id);
      log.append(invitationsChanged, { inviterIds: [inviterId] });
    });
    return {};
  }

  async resend(caller: Caller, id: number): Promise<Record<string, never>> {
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const { email } = await managed(tx, caller, id, false);
      this.mails.checkConfigured();
      await this.refuseMailedLately(tx, organizationId, email ?? '');
      await this.dailyLimit.refuseBeyond(tx, caller, 1);
      const mail = await this.invitations.countMail(tx, organizationId, id);
      await this.mails.enqueue({ tx, log }, [{ organizationId, invitationId: id, mail }]);
    });
    return {};
  }

  /** @throws invitationFailed */
  private async refuseMailedLately(tx: Tx, organizationId: number, email: string): Promise<void> {
    const mailed = await this.invitations.mailedLately(tx, organizationId, [email]);
    if (mailed.length === 0) return;
    throw apiErrors.invitationFailed({
      msg: 'This address was sent an invitation within the last 24 hours. No mail was sent.',
      dailyLimitReached: true,
    });
  }
}

async function managed(tx: Tx, caller: Caller, id: number, isForMany: boolean): Promise<InvitationRecord> {
  const [invitation] = await openInvitations(tx, caller.organizationId, { id });
  const isOfPerson = invitation !== undefined && !invitation.isOfOperator && invitation.parentId === null;
  if (!isOfPerson || (invitation.email === null) !== isForMany) throw apiErrors.noSuchInvitation();
  enforce(invitationManagingRefusal(caller, invitation));
  return invitation;
}
