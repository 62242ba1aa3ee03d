import { isSystemGroup, type Standing, systemGroupIncludes } from './system-groups.js';

/** Direct subgroups by group. A group that is not in it has none. */
export type Subgroups = ReadonlyMap<number, readonly number[]>;

/** The groups and everything inside them, however deep. */
export function groupsWithin(subgroups: Subgroups, groupIds: readonly number[]): ReadonlySet<number> {
  const found = new Set(groupIds);
  // A Set is walked in the order of insertion, what is inserted on the way included.
  for (const groupId of found) for (const inner of subgroups.get(groupId) ?? []) found.add(inner);
  return found;
}

/** Whether a group would be inside itself if these were put into it. */
export function makesCycle(subgroups: Subgroups, groupId: number, added: readonly number[]): boolean {
  return groupsWithin(subgroups, added).has(groupId);
}

/** All groups of an organization, as far as membership goes. */
export interface GroupGraph {
  readonly subgroups: Subgroups;
  /** Direct members by group. System groups have none: the role decides. */
  readonly members: ReadonlyMap<number, readonly number[]>;
  /** Names of the system groups by id. */
  readonly systemGroups: ReadonlyMap<number, string>;
}

/** Whether an active person is in a group, directly, by role, or through a group inside it. The reads of libs/persistence are held to this. */
export function isInGroup(graph: GroupGraph, groupId: number, person: Standing & { readonly id: number }): boolean {
  return [...groupsWithin(graph.subgroups, [groupId])].some((inner) => {
    const name = graph.systemGroups.get(inner);
    if (name !== undefined) return isSystemGroup(name) && systemGroupIncludes(name, person);
    return graph.members.get(inner)?.includes(person.id) ?? false;
  });
}
