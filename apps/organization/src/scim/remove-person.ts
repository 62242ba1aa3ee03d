import { Injectable } from '@nestjs/common';
import { callersChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { DeactivateAccount } from '../accounts/deactivate-account.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { markRemoved, personById } from './people.repository.js';
import { scimErrors } from './scim-error.js';

/** Deactivates the account, takes it out of its groups, and hides it from the directory. Their messages stay. */
@Injectable()
export class RemovePerson {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly deactivation: DeactivateAccount,
    private readonly groups: GroupsRepository,
  ) {}

  /** @throws ScimError, cannotDeactivateLastOwner */
  async execute(organizationId: number, id: number): Promise<void> {
    const ended = await this.eventLog.change(organizationId, async (tx, log) => {
      if ((await personById(tx, organizationId, id)) === undefined) throw scimErrors.notFound('The user');
      const userIds = await this.deactivation.within({ tx, log, organizationId }, id);
      // The directory does not see the person, so it could not end a membership. Clients know deactivated people as members of nothing.
      await this.groups.removeFromNamedGroups(tx, organizationId, id);
      await markRemoved(tx, organizationId, id);
      return userIds;
    });
    if (ended.length > 0) this.bus.publish(callersChanged, { organizationId, userIds: [...ended] });
  }
}
