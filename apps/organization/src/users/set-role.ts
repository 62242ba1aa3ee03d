import { Injectable } from '@nestjs/common';
import { apiErrors, callersChanged, ROLES, type Role, userRoleChanged } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { organizationById, userById } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { guestsSeeing } from './guest-access.js';
import { systemGroupIdsFor } from './memberships.js';
import { UsersRepository } from './users-repository.js';

/** Gives somebody another role. Whether somebody may ask for it is decided by whoever calls this. */
@Injectable()
export class SetRole {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly users: UsersRepository,
  ) {}

  /** The role he has already: succeeds and changes nothing. */
  async execute(organizationId: number, userId: number, role: Role): Promise<void> {
    const hasChanged = await this.eventLog.change(organizationId, async (tx, log) => {
      const organization = await organizationById(tx, organizationId);
      const user = await userById(tx, organizationId, userId);
      if (organization === undefined || user === undefined || user.isSystemBot || !user.isActive) throw apiErrors.noSuchUser();
      if (user.role === role) return false;
      if (user.role === ROLES.owner && (await this.users.otherPeople(tx, organizationId, userId, ROLES.owner)) === 0) {
        throw apiErrors.badRequest({ msg: 'The owner permission cannot be removed from the only organization owner.' });
      }
      const before = await systemGroupIdsFor(tx, organizationId, user);
      const after = await systemGroupIdsFor(tx, organizationId, { ...user, role });
      await this.users.setRole(tx, organizationId, userId, role);
      log.append(userRoleChanged, {
        userId,
        role,
        leftGroupIds: before.filter((id) => !after.includes(id)),
        joinedGroupIds: after.filter((id) => !before.includes(id)),
        guestsWithAccess: await guestsSeeing(tx, organization, userId),
      });
      return true;
    });
    if (hasChanged) this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
  }
}
