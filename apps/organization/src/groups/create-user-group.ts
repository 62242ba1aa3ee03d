import { Injectable } from '@nestjs/common';
import { type ChosenSetting, groupsOfSettings, systemGroupIds } from '@parley/access';
import { apiErrors, type CallOf, enforce, type OutputOf } from '@parley/contracts';
import { type createUserGroup, USER_GROUP_SETTING_NAMES, USER_GROUP_SETTINGS, userGroupCreated } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { GroupContent } from './group-content.js';
import { groupEditor } from './group-for-edit.js';
import { groupNameRefusal } from './group-name.js';
import { mayCreateGroup } from './group-permissions.policy.js';
import { GroupsRepository } from './groups.repository.js';
import { logGroup } from './log-group.js';
import { userGroupObject } from './user-group-objects.js';

type Call = CallOf<typeof createUserGroup>;

/** Creates a group with its members, subgroups and permissions. The creator may manage it, and is a member only if listed. */
@Injectable()
export class CreateUserGroup {
  constructor(
    private readonly eventLog: EventLog,
    private readonly groups: GroupsRepository,
    private readonly content: GroupContent,
  ) {}

  execute({ caller, params }: Call): Promise<OutputOf<typeof createUserGroup>> {
    const { organizationId } = caller;
    const name = params.name.trim();
    const members = [...new Set(params.members)];
    const subgroups = [...new Set(params.subgroups)];
    return this.eventLog.change(organizationId, async (tx, log) => {
      if (!mayCreateGroup(await groupEditor(tx, caller))) throw apiErrors.insufficientPermission();
      await this.content.checkActive(tx, organizationId, members);
      await this.checkName(tx, organizationId, name);
      await this.content.checkSubgroups(tx, organizationId, subgroups);
      const settings = Object.fromEntries(await groupsOfSettings(tx, organizationId, await chosenSettings(tx, { caller, params })));
      const id = await this.groups.insert(tx, organizationId, {
        name,
        description: params.description,
        creatorId: caller.userId,
        settings,
      });
      await this.groups.addMembers(tx, organizationId, id, members);
      await this.groups.addSubgroups(tx, organizationId, id, subgroups);
      logGroup(log, userGroupCreated, await userGroupObject(tx, organizationId, id));
      return { group_id: id };
    });
  }

  private async checkName(tx: Tx, organizationId: number, name: string): Promise<void> {
    enforce(groupNameRefusal(name));
    if (await this.groups.isNameTaken(tx, organizationId, name)) throw apiErrors.userGroupNameInUse({ name });
  }
}

/** The value of every permission: the requested one, otherwise the initial one. */
async function chosenSettings(tx: Tx, { caller, params }: Pick<Call, 'caller' | 'params'>): Promise<ChosenSetting[]> {
  const systemGroups = await systemGroupIds(tx, caller.organizationId);
  return USER_GROUP_SETTING_NAMES.map((name) => {
    const limits = USER_GROUP_SETTINGS[name];
    const initial = limits.initiallyCreator ? undefined : systemGroups.get(limits.initial);
    return { name, limits, value: params[name] ?? initial ?? { direct_members: [caller.userId], direct_subgroups: [] } };
  });
}
