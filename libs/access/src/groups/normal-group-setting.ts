import type { GroupSettingValue } from '@parley/contracts/channels';

/** One named group, or an anonymous set of users and groups. */
export type NormalGroupSetting =
  | { readonly kind: 'group'; readonly groupId: number }
  | { readonly kind: 'anonymous'; readonly members: readonly number[]; readonly subgroups: readonly number[] };

/** The normal form of a value: an anonymous group of just one group is that group, an empty one is role:nobody, lists are sorted sets. */
export function normalGroupSetting(value: GroupSettingValue, nobodyGroupId: number): NormalGroupSetting {
  if (typeof value === 'number') return { kind: 'group', groupId: value };
  const members = sortedSet(value.direct_members);
  const subgroups = sortedSet(value.direct_subgroups);
  const [first, second] = subgroups;
  if (members.length > 0 || second !== undefined) return { kind: 'anonymous', members, subgroups };
  return { kind: 'group', groupId: first ?? nobodyGroupId };
}

function sortedSet(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
