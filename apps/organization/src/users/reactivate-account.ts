import { Injectable } from '@nestjs/common';
import { guestsSeeing, type UserRecord, userById } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { botOwnerChanged, callersChanged, userAvatarChanged, userReactivated } from '@parley/contracts/organization';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type OrganizationRecord, organizationById, type Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { botObjectOf } from '../accounts/bot-defaults.js';
import { systemGroupIdsFor } from '../accounts/memberships.js';
import { refuseAbovePeopleQuota } from '../accounts/people-quota.js';
import { subscribedChannels } from '../accounts/subscribed-channels.js';
import { refuseTakenName } from '../accounts/taken-name.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { avatarOf } from '../avatars/avatar-of.js';
import type { Change } from '../change.js';
import { deleteApiTokensOf } from '../credentials/api-tokens.repository.js';
import { RotateApiKey } from '../credentials/rotate-api-key.js';

/** Reactivates an account. The bots that it owns do not change. The caller must check permissions. */
@Injectable()
export class ReactivateAccount {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly users: UsersRepository,
    private readonly rotation: RotateApiKey,
  ) {}

  /**
   * An active account does not change. A bot whose owner is deactivated gets the owner `heirId`.
   * Errors: noSuchUser, nameInUse, botOwnerDeactivated, peopleQuotaReached.
   */
  async execute(organizationId: number, userId: number, heirId: number | null): Promise<void> {
    const hasChanged = await this.eventLog.change(organizationId, (tx, log) => this.within({ tx, log, organizationId }, userId, heirId));
    if (hasChanged) this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
  }

  /** As part of the caller's transaction. Returns whether the account changed: after the commit the caller must publish `callersChanged`. */
  async within({ tx, log, organizationId }: Change, userId: number, heirId: number | null): Promise<boolean> {
    const organization = await organizationById(tx, organizationId);
    const user = await userById(tx, organizationId, userId);
    if (organization === undefined || user === undefined || user.isSystemBot) throw apiErrors.noSuchUser();
    if (user.isActive) return false;
    await this.reactivate(tx, log, organization, { ...user, botOwnerId: await ownerOf(tx, user, heirId) }, user.botOwnerId);
    return true;
  }

  private async reactivate(
    tx: Tx,
    log: ChangeLog,
    organization: OrganizationRecord,
    user: UserRecord,
    formerOwnerId: number | null,
  ): Promise<void> {
    const { id: userId, role, isBot, fullName, botOwnerId } = user;
    await refuseTakenName(this.users, tx, organization, { fullName, botOwnerId, exceptId: userId });
    if (!isBot) await refuseAbovePeopleQuota(this.users, tx, organization);
    await this.users.reactivate(tx, organization.id, userId, botOwnerId);
    // Tokens end with the deactivation, but a service of a version without tokens leaves them.
    await deleteApiTokensOf(tx, organization.id, userId);
    const systemGroups = await systemGroupIdsFor(tx, organization.id, user);
    const groups = await this.users.namedGroupsOf(tx, organization.id, userId);
    const guestsWithAccess = await guestsSeeing(tx, organization, userId);
    const bot = isBot ? await botObjectOf(tx, organization.id, userId) : null;
    if (bot !== null && botOwnerId !== null && botOwnerId !== formerOwnerId) {
      // Deactivated bots are in no client's list, and the new owner receives the bot with the event below.
      log.append(botOwnerChanged, { bot, ownerId: botOwnerId, losingUserId: null, gainingUserId: null, guestsWithAccess });
      // The former owner knows the key.
      await this.rotation.replace({ tx, log, organizationId: organization.id }, userId);
    }
    log.append(userReactivated, {
      userId,
      role,
      joinedGroupIds: [...systemGroups, ...groups.map(({ id }) => id)],
      deactivatedGroupIds: groups.filter(({ isDeactivated }) => isDeactivated).map(({ id }) => id),
      guestsWithAccess,
      channels: await subscribedChannels(tx, organization.id, userId),
      bot: bot === null ? null : { object: bot, ownerId: botOwnerId },
    });
    // Clients that load avatars themselves received no avatar of the deactivated user.
    log.append(userAvatarChanged, avatarOf(user, guestsWithAccess));
  }
}

/** The owner of a bot after its reactivation. */
async function ownerOf(tx: Tx, { organizationId, botOwnerId }: UserRecord, heirId: number | null): Promise<number | null> {
  if (botOwnerId === null) return null;
  const owner = await userById(tx, organizationId, botOwnerId);
  if (owner?.isActive === true) return botOwnerId;
  if (heirId === null) throw apiErrors.botOwnerDeactivated();
  return heirId;
}
