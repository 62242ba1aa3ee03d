import { Injectable } from '@nestjs/common';
import type { Caller } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { DeactivateUserGroup } from '../groups/deactivate-user-group.js';
import { scimErrors } from './scim-error.js';
import { groupById, putExternalIdOfGroup } from './scim-groups.repository.js';

/** Deactivates a user group that is not in use. The directory's id of it can be used again. */
@Injectable()
export class RemoveGroup {
  constructor(
    private readonly eventLog: EventLog,
    private readonly deactivation: DeactivateUserGroup,
  ) {}

  /** @throws ScimError, groupInUse */
  async execute(caller: Caller, id: number): Promise<void> {
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      if ((await groupById(tx, organizationId, id)) === undefined) throw scimErrors.notFound('The group');
      await this.deactivation.within({ tx, log, organizationId }, caller, id);
      await putExternalIdOfGroup(tx, organizationId, id, null);
    });
  }
}
