import { Injectable } from '@nestjs/common';
import {
  type ChosenSetting,
  changedSettings,
  expectedSettingRefusal,
  groupsById,
  groupsOfSettings,
  settingValueOf,
  systemGroupIds,
} from '@parley/access';
import { apiErrors, type CallOf, enforce } from '@parley/contracts';
import {
  USER_GROUP_SETTING_NAMES,
  USER_GROUP_SETTINGS,
  type UserGroupSettingName,
  type updateUserGroup,
  userGroupReactivated,
  userGroupUpdated,
} from '@parley/contracts/organization';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { type GroupForEdit, groupForEdit } from './group-for-edit.js';
import { groupNameRefusal } from './group-name.js';
import { mayManageGroup } from './group-permissions.policy.js';
import { GroupsRepository } from './groups.repository.js';
import { logGroup } from './log-group.js';
import { userGroupObject } from './user-group-objects.js';

type Params = CallOf<typeof updateUserGroup>['params'];

/** What a request changes. */
interface Changes {
  readonly name?: string;
  readonly description?: string;
  /** The new group of each changed permission. */
  readonly settings: ReadonlyMap<UserGroupSettingName, number>;
}

/** Changes name, description and permissions of a group, or reactivates it. Values that do not change log no event. */
@Injectable()
export class UpdateUserGroup {
  constructor(
    private readonly eventLog: EventLog,
    private readonly groups: GroupsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof updateUserGroup>): Promise<Record<string, never>> {
    const { organizationId } = caller;
    const { user_group_id: groupId, ...wanted } = params;
    if (Object.values(wanted).every((value) => value === undefined)) throw apiErrors.noUserGroupChanges();
    await this.eventLog.change(organizationId, async (tx, log) => {
      const target = await groupForEdit(tx, caller, groupId);
      if (!mayManageGroup(target.edited, target.editor)) throw apiErrors.insufficientPermission();
      const changes = await this.changesOf(tx, organizationId, target, params);
      if (isAny(changes)) await this.change(tx, log, organizationId, target, changes);
      if (target.group.isDeactivated && params.deactivated === false) await this.reactivate(tx, log, organizationId, groupId);
    });
    return {};
  }

  private async changesOf(tx: Tx, organizationId: number, target: GroupForEdit, params: Params): Promise<Changes> {
    const name = params.name?.trim();
    if (name !== undefined && name !== target.group.name) await this.checkName(tx, organizationId, name, target.group.id);
    return {
      ...(name === undefined || name === target.group.name ? {} : { name }),
      ...(params.description === undefined || params.description === target.group.description ? {} : { description: params.description }),
      settings: await groupsOfSettings(tx, organizationId, await otherSettings(tx, organizationId, target, params)),
    };
  }

  private async checkName(tx: Tx, organizationId: number, name: string, groupId: number): Promise<void> {
    enforce(groupNameRefusal(name));
    if (await this.groups.isNameTaken(tx, organizationId, name, groupId)) throw apiErrors.userGroupNameInUse({ name });
  }

  private async change(tx: Tx, log: ChangeLog, organizationId: number, target: GroupForEdit, changes: Changes): Promise<void> {
    const { group, settingGroupIds } = target;
    const { settings, ...texts } = changes;
    const all = { ...Object.fromEntries(settingGroupIds), ...Object.fromEntries(settings) };
    await this.groups.update(tx, organizationId, group.id, { ...texts, settings: all });
    const object = await userGroupObject(tx, organizationId, group.id);
    const shown = Object.fromEntries([...settings.keys()].map((name) => [name, object[name]]));
    log.append(userGroupUpdated, { groupId: group.id, isDeactivated: group.isDeactivated, changed: { ...texts, ...shown } });
  }

  private async reactivate(tx: Tx, log: ChangeLog, organizationId: number, groupId: number): Promise<void> {
    await this.groups.update(tx, organizationId, groupId, { isDeactivated: false });
    logGroup(log, userGroupReactivated, await userGroupObject(tx, organizationId, groupId));
  }
}

function isAny({ settings, ...texts }: Changes): boolean {
  return settings.size > 0 || Object.keys(texts).length > 0;
}

/** The requested permissions that differ from the current ones. @throws expectationMismatch */
async function otherSettings(
  tx: Tx,
  organizationId: number,
  { settingGroupIds }: GroupForEdit,
  params: Params,
): Promise<ChosenSetting<UserGroupSettingName>[]> {
  const nobody = (await systemGroupIds(tx, organizationId)).get('role:nobody') ?? 0;
  const holders = new Map((await groupsById(tx, organizationId, [...settingGroupIds.values()])).map((group) => [group.id, group]));
  const updates = USER_GROUP_SETTING_NAMES.flatMap((name) => {
    const update = params[name];
    const holder = holders.get(settingGroupIds.get(name) ?? 0);
    if (update === undefined || holder === undefined) return [];
    return [{ name, limits: USER_GROUP_SETTINGS[name], update, current: settingValueOf(holder) }];
  });
  enforce(expectedSettingRefusal(updates, nobody));
  return changedSettings(updates, nobody);
}
