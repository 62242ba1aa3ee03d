import { Injectable } from '@nestjs/common';
import { EventLog } from '@parley/event-log';
import type { GroupValues, WantedGroup } from './group-changes.js';
import { scimErrors } from './scim-error.js';
import { groupById } from './scim-groups.repository.js';
import { WriteGroup } from './write-group.js';

/** Replaces or patches a user group: name and members, in one transaction. */
@Injectable()
export class ChangeGroup {
  constructor(
    private readonly eventLog: EventLog,
    private readonly write: WriteGroup,
  ) {}

  /** `after`: what becomes of the group. @throws ScimError, errors of names */
  async execute(organizationId: number, id: number, after: (before: GroupValues) => WantedGroup): Promise<void> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      const group = await groupById(tx, organizationId, id);
      if (group === undefined) throw scimErrors.notFound('The group');
      const wanted = after({ displayName: group.name, externalId: group.externalId });
      await this.write.execute({ tx, log, organizationId }, group, wanted);
    });
  }
}
