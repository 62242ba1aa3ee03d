import { Injectable } from '@nestjs/common';
import { groupsOfSettings, systemGroupIds } from '@parley/access';
import { type Caller } from '@parley/contracts';
import { USER_GROUP_SETTING_NAMES, USER_GROUP_SETTINGS, userGroupCreated, userGroupReactivated } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import type { Change } from '../change.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { logGroup } from '../groups/log-group.js';
import { userGroupObject } from '../groups/user-group-objects.js';
import type { WantedGroup } from './group-changes.js';
import { deactivatedGroupNamed } from './scim-groups.repository.js';
import { WriteGroup } from './write-group.js';

/** Creates a user group. A deactivated one of the same name becomes active again, because two groups cannot have a name. */
@Injectable()
export class CreateGroup {
  constructor(
    private readonly eventLog: EventLog,
    private readonly groups: GroupsRepository,
    private readonly write: WriteGroup,
  ) {}

  /** Returns the id. @throws ScimError, errors of names */
  execute(caller: Caller, wanted: WantedGroup): Promise<number> {
    const { organizationId } = caller;
    return this.eventLog.change(organizationId, async (tx, log) => {
      const change = { tx, log, organizationId };
      const former = await deactivatedGroupNamed(tx, organizationId, wanted.displayName);
      const id = former?.id ?? (await this.insert(change, caller, wanted.displayName));
      // Its former managers, subgroups and bots must not get what the directory's group can do.
      if (former !== undefined)
        await this.groups.renew(tx, organizationId, id, { creatorId: caller.userId, settings: await this.initialSettings(change) });
      const group = former ?? { id, name: wanted.displayName, createdAt: null, externalId: null };
      // Its members are in the event of the whole group.
      await this.write.execute(change, group, { ...wanted, displayName: group.name }, false);
      const event = former === undefined ? userGroupCreated : userGroupReactivated;
      logGroup(log, event, await userGroupObject(tx, organizationId, id));
      return id;
    });
  }

  /** With the initial permissions, except that only people who may manage all groups can manage it: the directory does. */
  private async insert(change: Change, { userId }: Caller, name: string): Promise<number> {
    const { tx, organizationId } = change;
    await this.write.checkName(change, name);
    const settings = await this.initialSettings(change);
    return this.groups.insert(tx, organizationId, { name, description: '', creatorId: userId, settings });
  }

  private async initialSettings({ tx, organizationId }: Change): Promise<Record<string, number>> {
    const systemGroups = await systemGroupIds(tx, organizationId);
    const initial = USER_GROUP_SETTING_NAMES.map((setting) => {
      const limits = USER_GROUP_SETTINGS[setting];
      return { name: setting, limits, value: systemGroups.get(limits.initial) ?? 0 };
    });
    return Object.fromEntries(await groupsOfSettings(tx, organizationId, initial));
  }
}
