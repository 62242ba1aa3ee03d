import { Injectable } from '@nestjs/common';
import { apiErrors, callersChanged, ROLES, userDeactivated } from '@parley/contracts';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type OrganizationRecord, organizationById, type Tx, type UserRecord, userById } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { guestsSeeing } from './guest-access.js';
import { channelsLeftBy } from './left-channels.js';
import { systemGroupIdsFor } from './memberships.js';
import { UsersRepository } from './users-repository.js';

/** Deactivates an account and the bots it owns. Whether somebody may ask for it is decided by whoever calls this. */
@Injectable()
export class DeactivateAccount {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly users: UsersRepository,
  ) {}

  /** Deactivating a deactivated account succeeds and changes nothing. */
  async execute(organizationId: number, userId: number): Promise<void> {
    const ended = await this.eventLog.change(organizationId, async (tx, log) => {
      const organization = await organizationById(tx, organizationId);
      const user = await userById(tx, organizationId, userId);
      if (organization === undefined || user === undefined || user.isSystemBot) throw apiErrors.noSuchUser();
      if (!user.isActive) return [];
      await this.refuseOnlyOwner(tx, user);
      const all = [userId, ...(await this.users.activeBotIdsOf(tx, organizationId, userId))];
      for (const id of all) await this.deactivate(tx, log, organization, id);
      return all;
    });
    if (ended.length > 0) this.bus.publish(callersChanged, { organizationId, userIds: ended });
  }

  private async refuseOnlyOwner(tx: Tx, { organizationId, id, role }: UserRecord): Promise<void> {
    if (role === ROLES.owner && (await this.users.otherPeople(tx, organizationId, id, ROLES.owner)) === 0) {
      throw apiErrors.badRequest({ msg: 'Cannot deactivate the only organization owner' });
    }
  }

  private async deactivate(tx: Tx, log: ChangeLog, organization: OrganizationRecord, userId: number): Promise<void> {
    const user = await userById(tx, organization.id, userId);
    if (user === undefined) throw apiErrors.noSuchUser();
    const systemGroups = await systemGroupIdsFor(tx, organization.id, user);
    const leftGroupIds = [...systemGroups, ...(await this.users.namedGroupIdsOf(tx, organization.id, userId))];
    await this.users.deactivate(tx, organization.id, userId);
    const guestsWithAccess = await guestsSeeing(tx, organization, userId);
    const channels = await channelsLeftBy(tx, organization.id, userId);
    log.append(userDeactivated, { userId, isBot: user.isBot, botOwnerId: user.botOwnerId, leftGroupIds, guestsWithAccess, channels });
  }
}
