import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { groupsById } from '@parley/access';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import { subscribeNewAccount } from '@parley/contracts/channels';
import { finishInvitation } from '@parley/contracts/invitations';
import type { Notice } from '@parley/contracts/messaging';
import { type joinByInvitation, organizationSettings, userGroupMembersChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database, type InvitationRecord, openInvitations, organizationById, type Tx } from '@parley/persistence';
import { refuseForeignEmail } from '../accounts/admitted-email.js';
import { NewAccounts } from '../accounts/new-accounts.js';
import type { Change } from '../change.js';
import { withChannelAccess } from '../groups/channel-access.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { insertAcceptance } from './acceptances.repository.js';

interface Newcomer {
  readonly id: number;
  readonly fullName: string;
}

/**
 * Creates the account that an invitation offers. The account, its groups and the calls to other services are one transaction. If a
 * process dies, either all of it exists or nothing does.
 */
@Injectable()
export class JoinByInvitation {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly accounts: NewAccounts,
    private readonly groups: GroupsRepository,
  ) {}

  async execute(input: InputOf<typeof joinByInvitation>): Promise<OutputOf<typeof joinByInvitation>> {
    const { organizationId, invitationId, fullName, password } = input;
    const [invitation] = await openInvitations(this.database.direct, organizationId, { id: invitationId });
    if (invitation === undefined) throw apiErrors.invitationInvalid();
    const email = (invitation.email ?? input.email ?? '').trim();
    await refuseForeignEmail(this.database.direct, organizationId, email);
    const { role } = invitation;
    const account = await this.accounts.validate({ organizationId, email, fullName, password, role, botOwnerId: null });
    return this.eventLog.change(organizationId, async (tx, log) => {
      await refuseEnded(tx, organizationId, invitationId);
      const change = { tx, log, organizationId };
      const { userId, email: apiEmail, apiKey } = await this.accounts.insert(change, account);
      await insertAcceptance(tx, organizationId, invitationId, userId);
      await this.joinGroups(change, invitation.groupIds, userId);
      log.enqueue(finishInvitation, { organizationId, invitationId, email: account.email });
      const notices = await noticesOf(change, invitation, { id: userId, fullName: account.fullName });
      log.enqueue(subscribeNewAccount, {
        organizationId,
        userId,
        channelIds: [...invitation.channelIds],
        includesDefaults: invitation.includesDefaults,
        ...(input.defaultGroupIds === undefined ? {} : { defaultGroupIds: input.defaultGroupIds }),
        joined: { notices: notices.map((notice) => ({ key: randomUUID(), notice })) },
      });
      return { userId, email: apiEmail, apiKey };
    });
  }

  private async joinGroups(change: Change, groupIds: readonly number[], userId: number): Promise<void> {
    const { tx, log, organizationId } = change;
    for (const group of await groupsById(tx, organizationId, groupIds)) {
      if (group.isDeactivated) continue;
      await withChannelAccess(change, group.id, async () => {
        await this.groups.addMembers(tx, organizationId, group.id, [userId]);
        log.append(userGroupMembersChanged, { groupId: group.id, isDeactivated: false, change: 'add', userIds: [userId] });
      });
    }
  }
}

/** Checked again under the lock of the organization, which ending and accepting an invitation also take. */
async function refuseEnded(tx: Tx, organizationId: number, id: number): Promise<void> {
  const open = await openInvitations(tx, organizationId, { id });
  if (open.length === 0) throw apiErrors.invitationInvalid();
}

/** To the inviter, to the channel for new users, and to the new user. */
async function noticesOf({ tx, organizationId }: Change, invitation: InvitationRecord, { id, fullName }: Newcomer): Promise<Notice[]> {
  const organization = await organizationById(tx, organizationId);
  const settings = organizationSettings(organization?.settings ?? {});
  const person = `@_**${fullName}|${id}**`;
  const notice = (to: Notice['to'], content: string): Notice => ({ to, content, channels: [], readBy: null });
  const channelId = settings.signup_announcements_stream_id;
  const welcome = invitation.welcomeText ?? settings.welcome_message_custom_text;
  return [
    ...(invitation.notifiesInviter ? [notice({ userId: invitation.inviterId }, `${person} accepted your invitation to join Zulip!`)] : []),
    ...(channelId > 0 ? [notice({ channelId, topic: 'signups' }, `${person} joined this organization.`)] : []),
    ...(welcome === '' ? [] : [{ ...notice({ userId: id }, welcome), from: 'welcome-bot' as const }]),
  ];
}
