import { isSystemGroup, type Standing, systemGroupIncludes } from './system-groups.js';

/** Direct subgroups by group. A group without an entry has none. */
export type Subgroups = ReadonlyMap<number, readonly number[]>;

/** The groups and all groups inside them, at any depth. */
export function groupsWithin(subgroups: Subgroups, groupIds: readonly number[]): ReadonlySet<number> {
  const found = new Set(groupIds);
  // Iteration over a Set includes values that are added during the iteration.
  for (const groupId of found) for (const inner of subgroups.get(groupId) ?? []) found.add(inner);
  return found;
}

/** Whether adding these subgroups would make the group contain itself. */
export function makesCycle(subgroups: Subgroups, groupId: number, added: readonly number[]): boolean {
  return groupsWithin(subgroups, added).has(groupId);
}

/** The membership data of all groups of an organization. */
export interface GroupGraph {
  readonly subgroups: Subgroups;
  /** Direct members by group. System groups have none: roles determine their members. */
  readonly members: ReadonlyMap<number, readonly number[]>;
  /** Names of the system groups by id. */
  readonly systemGroups: ReadonlyMap<number, string>;
}

/** Whether an active user is in a group, directly, by role, or through a group inside it. Tests compare the reads of libs/persistence with this. */
export function isInGroup(graph: GroupGraph, groupId: number, person: Standing & { readonly id: number }): boolean {
  return [...groupsWithin(graph.subgroups, [groupId])].some((inner) => {
    const name = graph.systemGroups.get(inner);
    if (name !== undefined) return isSystemGroup(name) && systemGroupIncludes(name, person);
    return graph.members.get(inner)?.includes(person.id) ?? false;
  });
}
