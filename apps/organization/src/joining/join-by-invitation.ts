import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { groupsById } from '@parley/access';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import { finishInvitation } from '@parley/contracts/invitations';
import type { Notice } from '@parley/contracts/messaging';
import { type joinByInvitation, organizationSettings, userGroupMembersChanged } from '@parley/contracts/organization';
import { Database, type InvitationRecord, openInvitations, organizationById, type Tx } from '@parley/persistence';
import { refuseForeignEmail } from '../accounts/admitted-email.js';
import { CreateAccount } from '../accounts/create-account.js';
import type { Change } from '../change.js';
import { withChannelAccess } from '../groups/channel-access.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { insertAcceptance } from './acceptances.repository.js';

interface Newcomer {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
}

/**
 * Creates the account that an invitation offers. The account, its groups and the calls to other services are one transaction. If a
 * process dies, either all of it exists or nothing does.
 */
@Injectable()
export class JoinByInvitation {
  constructor(
    private readonly database: Database,
    private readonly accounts: CreateAccount,
    private readonly groups: GroupsRepository,
  ) {}

  async execute(input: InputOf<typeof joinByInvitation>): Promise<OutputOf<typeof joinByInvitation>> {
    const { organizationId, invitationId, fullName, password } = input;
    const [invitation] = await openInvitations(this.database.client, organizationId, { id: invitationId });
    if (invitation === undefined) throw apiErrors.invitationInvalid();
    const email = (invitation.email ?? input.email ?? '').trim();
    await refuseForeignEmail(this.database.client, organizationId, email);
    const {
      userId,
      email: apiEmail,
      apiKey,
    } = await this.accounts.execute({
      organizationId,
      email,
      fullName,
      password,
      role: invitation.role,
      botOwnerId: null,
      joining: {
        channelIds: invitation.channelIds,
        includesDefaults: invitation.includesDefaults,
        admit: (tx) => refuseEnded(tx, organizationId, invitationId),
        afterCreation: (change, newcomer) => this.joinAlong(change, invitation, newcomer),
      },
    });
    return { userId, email: apiEmail, apiKey };
  }

  private async joinAlong(change: Change, invitation: InvitationRecord, newcomer: Newcomer) {
    const { tx, log, organizationId } = change;
    await insertAcceptance(tx, organizationId, invitation.id, newcomer.id);
    for (const group of await groupsById(tx, organizationId, invitation.groupIds)) {
      if (group.isDeactivated) continue;
      await withChannelAccess(change, group.id, async () => {
        await this.groups.addMembers(tx, organizationId, group.id, [newcomer.id]);
        log.append(userGroupMembersChanged, { groupId: group.id, isDeactivated: false, change: 'add', userIds: [newcomer.id] });
      });
    }
    log.enqueue(finishInvitation, { organizationId, invitationId: invitation.id, email: newcomer.email });
    const notices = await noticesOf(change, invitation, newcomer);
    return { notices: notices.map((notice) => ({ key: randomUUID(), notice })) };
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
