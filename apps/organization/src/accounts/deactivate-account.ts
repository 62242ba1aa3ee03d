import { Injectable } from '@nestjs/common';
import { guestsSeeing, type UserRecord, userById } from '@parley/access';
import { apiErrors, enforce, type Refusal, ROLES, type Role } from '@parley/contracts';
import { callersChanged, userDeactivated } from '@parley/contracts/organization';
import { forgetPushDevices } from '@parley/contracts/settings';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type OrganizationRecord, organizationById, type Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import type { Change } from '../change.js';
import { deleteApiTokensOf } from '../credentials/api-tokens.repository.js';
import { endSessionsOf } from '../credentials/browser-sessions.repository.js';
import { lastOfOrganization } from './account-administration.policy.js';
import { systemGroupIdsFor } from './memberships.js';
import { subscribedChannels } from './subscribed-channels.js';
import { UsersRepository } from './users.repository.js';

type RefusalOfLast = (last: 'owner' | 'user', role: Role) => Refusal;

/** The default refusal: the only owner cannot be deactivated. */
const onlyOwner: RefusalOfLast = (_, role) => (role === ROLES.owner ? apiErrors.cannotDeactivateLastOwner() : undefined);

/** Deactivates an account and the bots it owns. The caller must check permissions. */
@Injectable()
export class DeactivateAccount {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly users: UsersRepository,
  ) {}

  /** A deactivated account does not change. `refusal`: the error for the last owner or the last user of the organization. */
  async execute(organizationId: number, userId: number, refusal: RefusalOfLast = onlyOwner): Promise<void> {
    const ended = await this.eventLog.change(organizationId, (tx, log) => this.within({ tx, log, organizationId }, userId, refusal));
    if (ended.length > 0) this.bus.publish(callersChanged, { organizationId, userIds: ended });
  }

  /** As part of the caller's transaction. Returns the accounts that ended: after the commit the caller must publish `callersChanged` with them. */
  async within({ tx, log, organizationId }: Change, userId: number, refusal: RefusalOfLast = onlyOwner): Promise<number[]> {
    const organization = await organizationById(tx, organizationId);
    const user = await userById(tx, organizationId, userId);
    if (organization === undefined || user === undefined || user.isSystemBot) throw apiErrors.noSuchUser();
    if (!user.isActive) return [];
    await this.refuseLast(tx, user, refusal);
    const all = [userId, ...(await this.users.activeBotIdsOf(tx, organizationId, userId))];
    for (const id of all) await this.deactivate(tx, log, organization, id);
    return all;
  }

  private async refuseLast(tx: Tx, user: UserRecord, refusal: RefusalOfLast): Promise<void> {
    const last = lastOfOrganization(user, await this.users.others(tx, user.organizationId, user.id));
    if (last !== undefined) enforce(refusal(last, user.role));
  }

  private async deactivate(tx: Tx, log: ChangeLog, organization: OrganizationRecord, userId: number): Promise<void> {
    const user = await userById(tx, organization.id, userId);
    if (user === undefined) throw apiErrors.noSuchUser();
    const systemGroups = await systemGroupIdsFor(tx, organization.id, user);
    const groups = await this.users.namedGroupsOf(tx, organization.id, userId);
    await this.users.deactivate(tx, organization.id, userId);
    await endSessionsOf(tx, organization.id, userId);
    await deleteApiTokensOf(tx, organization.id, userId);
    const guestsWithAccess = await guestsSeeing(tx, organization, userId);
    const channels = await subscribedChannels(tx, organization.id, userId);
    if (!user.isBot) log.enqueue(forgetPushDevices, { organizationId: organization.id, userId });
    log.append(userDeactivated, {
      userId,
      isBot: user.isBot,
      botOwnerId: user.botOwnerId,
      leftGroupIds: [...systemGroups, ...groups.map(({ id }) => id)],
      deactivatedGroupIds: groups.filter(({ isDeactivated }) => isDeactivated).map(({ id }) => id),
      guestsWithAccess,
      channels,
    });
  }
}
