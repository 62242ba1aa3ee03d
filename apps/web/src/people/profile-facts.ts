import type { ClientState } from '@parley/client';
import { ROLES } from '@parley/contracts';

const ROLE_KEYS = {
  [ROLES.owner]: 'roleOwner',
  [ROLES.administrator]: 'roleAdministrator',
  [ROLES.moderator]: 'roleModerator',
  [ROLES.member]: 'roleMember',
  [ROLES.guest]: 'roleGuest',
} as const;

export function roleKey(role: number): (typeof ROLE_KEYS)[keyof typeof ROLE_KEYS] {
  return ROLE_KEYS[role as keyof typeof ROLE_KEYS] ?? 'roleMember';
}

/** The time of day where a person is. Undefined if they named no time zone, or one that the browser does not know. */
export function timeOf(timeZone: string, language: string, now = new Date()): string | undefined {
  if (timeZone === '') return undefined;
  try {
    return new Intl.DateTimeFormat(language, { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(now);
  } catch {
    return undefined;
  }
}

/** The named groups of which a person is a direct member. */
export function groupsOf(state: ClientState, userId: number) {
  return (state.realm_user_groups ?? []).filter(
    ({ is_system_group, deactivated, members }) => !is_system_group && !deactivated && members.includes(userId),
  );
}

/** All members of a group, also those of the groups inside. */
export function membersOf(state: ClientState, groupId: number): readonly number[] {
  const groups = new Map((state.realm_user_groups ?? []).map((group) => [group.id, group]));
  const [members, seen, left] = [new Set<number>(), new Set<number>(), [groupId]];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const group = groups.get(id);
    if (group === undefined || seen.has(id)) continue;
    seen.add(id);
    for (const member of group.members) members.add(member);
    left.push(...group.direct_subgroup_ids);
  }
  return [...members];
}
