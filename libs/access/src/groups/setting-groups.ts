import { apiErrors, enforce } from '@parley/contracts';
import { onlyRow, Prisma, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { activeUserIds } from '../people/users.js';
import { type ChosenSetting, chosenValueRefusal, groupsIn } from './chosen-setting.policy.js';
import { groupsById, systemGroupIds } from './groups.js';
import { type NormalGroupSetting, normalGroupSetting } from './normal-group-setting.js';

interface NormalSetting<N extends string = string> {
  readonly setting: ChosenSetting<N>;
  readonly normal: NormalGroupSetting;
}

/**
 * The id of the group for each chosen value, by the name of the setting. Creates anonymous groups, one for each different
 * value: they never change, so settings can share one.
 * @throws the documented errors for unknown users, unknown, deactivated or disallowed groups.
 */
export async function groupsOfSettings<N extends string>(
  tx: Tx,
  organizationId: number,
  chosen: readonly ChosenSetting<N>[],
): Promise<ReadonlyMap<N, number>> {
  if (chosen.length === 0) return new Map();
  const nobody = (await systemGroupIds(tx, organizationId)).get('role:nobody');
  if (nobody === undefined) throw new Error(`organization ${organizationId} has no role:nobody`);
  const settings = chosen.map((setting) => ({ setting, normal: normalGroupSetting(setting.value, nobody) }));
  await checkGroups(tx, organizationId, settings);
  await checkPeople(tx, organizationId, settings);
  return storedGroups(tx, organizationId, settings);
}

async function storedGroups<N extends string>(
  tx: Tx,
  organizationId: number,
  settings: readonly NormalSetting<N>[],
): Promise<ReadonlyMap<N, number>> {
  const created = new Map<string, number>();
  const ids = new Map<N, number>();
  for (const { setting, normal } of settings) {
    const key = JSON.stringify(normal);
    const id = normal.kind === 'group' ? normal.groupId : (created.get(key) ?? (await anonymousGroup(tx, organizationId, normal)));
    created.set(key, id);
    ids.set(setting.name, id);
  }
  return ids;
}

async function checkGroups(tx: Tx, organizationId: number, settings: readonly NormalSetting[]): Promise<void> {
  const requested = settings.flatMap(({ normal }) => groupsIn(normal));
  const groups = new Map((await groupsById(tx, organizationId, requested)).map((group) => [group.id, group]));
  for (const { setting, normal } of settings) enforce(chosenValueRefusal(setting, normal, groups));
}

async function checkPeople(tx: Tx, organizationId: number, settings: readonly NormalSetting[]): Promise<void> {
  const requested = settings.flatMap(({ normal }) => (normal.kind === 'anonymous' ? normal.members : []));
  if (requested.length === 0) return;
  const known = await activeUserIds(tx, organizationId, requested);
  const unknown = requested.find((id) => !known.has(id));
  if (unknown !== undefined) throw apiErrors.invalidUserId({ id: unknown });
}

const anonymousGroupRow = z.object({ id: z.int() });

async function anonymousGroup(tx: Tx, organizationId: number, value: NormalGroupSetting & { kind: 'anonymous' }): Promise<number> {
  const created = await onlyRow(
    tx,
    anonymousGroupRow,
    Prisma.sql`
    SELECT anonymous_group(${organizationId}::int, ${[...value.members]}::int[], ${[...value.subgroups]}::int[]) AS id`,
  );
  return created.id;
}
