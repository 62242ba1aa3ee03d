import { Injectable } from '@nestjs/common';
import { apiErrors, type GroupSettingValue, type PermissionSetting } from '@parley/contracts';
import { type GroupRecord, groupsById, systemGroupIds, type Tx } from '@parley/persistence';
import { isAllowedInSetting, type NormalGroupSetting, normalGroupSetting } from '@parley/policies';
import { GroupsRepository } from './groups-repository.js';

/** A value somebody chose for a permission setting. */
export interface ChosenSetting<N extends string = string> {
  readonly name: N;
  readonly limits: PermissionSetting;
  readonly value: GroupSettingValue;
}

/** Turns group-setting values into the ids of the groups that stand for them. */
@Injectable()
export class SettingGroups {
  constructor(private readonly groups: GroupsRepository) {}

  /**
   * By the name of the setting. Anonymous groups are made here, one for each different value.
   * @throws the errors of reference/rules.md section 8.
   */
  async of<N extends string>(tx: Tx, organizationId: number, chosen: readonly ChosenSetting<N>[]): Promise<ReadonlyMap<N, number>> {
    if (chosen.length === 0) return new Map();
    const nobody = (await systemGroupIds(tx, organizationId)).get('role:nobody');
    if (nobody === undefined) throw new Error(`organization ${organizationId} has no role:nobody`);
    const values = chosen.map((setting) => ({ setting, normal: normalGroupSetting(setting.value, nobody) }));
    await this.checkGroups(tx, organizationId, values);
    await this.checkPeople(
      tx,
      organizationId,
      values.flatMap(({ normal }) => (normal.kind === 'anonymous' ? normal.members : [])),
    );
    return this.idsOf(tx, organizationId, values);
  }

  private async idsOf<N extends string>(
    tx: Tx,
    organizationId: number,
    values: readonly { setting: ChosenSetting<N>; normal: NormalGroupSetting }[],
  ): Promise<ReadonlyMap<N, number>> {
    const made = new Map<string, number>();
    const ids = new Map<N, number>();
    for (const { setting, normal } of values) {
      const key = JSON.stringify(normal);
      const id = made.get(key) ?? (await this.idOf(tx, organizationId, normal));
      made.set(key, id);
      ids.set(setting.name, id);
    }
    return ids;
  }

  private async idOf(tx: Tx, organizationId: number, normal: NormalGroupSetting): Promise<number> {
    return normal.kind === 'group' ? normal.groupId : this.groups.anonymousGroup(tx, organizationId, normal.members, normal.subgroups);
  }

  private async checkGroups(
    tx: Tx,
    organizationId: number,
    values: readonly { setting: ChosenSetting; normal: NormalGroupSetting }[],
  ): Promise<void> {
    const found = await groupsById(
      tx,
      organizationId,
      values.flatMap(({ normal }) => groupsIn(normal)),
    );
    const byId = new Map(found.map((group) => [group.id, group]));
    for (const { setting, normal } of values) {
      for (const id of groupsIn(normal)) checkGroup(setting, id, byId.get(id));
      const isSystemGroup = normal.kind === 'group' && byId.get(normal.groupId)?.isSystemGroup === true;
      if (setting.limits.onlySystemGroups !== null && !isSystemGroup) throw apiErrors.systemGroupRequired({ settingName: setting.name });
    }
  }

  private async checkPeople(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<void> {
    const known = await this.groups.activeUsers(tx, organizationId, userIds);
    const unknown = userIds.find((id) => !known.has(id));
    if (unknown !== undefined) throw apiErrors.badRequest({ msg: `Invalid user ID: ${unknown}` });
  }
}

function groupsIn(normal: NormalGroupSetting): readonly number[] {
  return normal.kind === 'group' ? [normal.groupId] : normal.subgroups;
}

function checkGroup({ name, limits, value }: ChosenSetting, groupId: number, group: GroupRecord | undefined): void {
  if (group === undefined || group.name === null) {
    throw typeof value === 'number' ? apiErrors.invalidUserGroup() : apiErrors.badRequest({ msg: `Invalid user group ID: ${groupId}` });
  }
  if (group.isDeactivated) throw apiErrors.badRequest({ msg: 'User group is deactivated.' });
  if (group.isSystemGroup && !isAllowedInSetting(limits, group.name)) {
    throw apiErrors.badRequest({ msg: `'${name}' setting cannot be set to '${group.name}' group.` });
  }
}
