import type { ClientState } from '@parley/client';

/** Groups of the system, by the name that the server gives them. */
export const SYSTEM_GROUPS = {
  'role:internet': 'groupInternet',
  'role:everyone': 'groupEveryone',
  'role:members': 'groupMembers',
  'role:fullmembers': 'groupFullMembers',
  'role:moderators': 'groupModerators',
  'role:administrators': 'groupAdministrators',
  'role:owners': 'groupOwners',
  'role:nobody': 'groupNobody',
} as const;
export type SystemGroupKey = (typeof SYSTEM_GROUPS)[keyof typeof SYSTEM_GROUPS];

export interface GroupChoice {
  readonly id: number;
  /** Of a group of the system. */
  readonly key?: SystemGroupKey;
  readonly name: string;
}

const notPublic = (name: string) => name !== 'role:internet';

/** The groups that a permission can be given to: roles from all to none, then named groups. `isAllowed`: for a group of this name. */
export function groupChoices(state: ClientState, isAllowed: (name: string) => boolean = notPublic): readonly GroupChoice[] {
  const groups = (state.realm_user_groups ?? []).filter(({ deactivated }) => !deactivated);
  const roles = Object.entries(SYSTEM_GROUPS).flatMap(([name, key]) => {
    const group = groups.find((each) => each.is_system_group && each.name === name);
    return group === undefined || !isAllowed(name) ? [] : [{ id: group.id, key, name }];
  });
  const named = groups.filter(({ is_system_group, name }) => !is_system_group && isAllowed(name)).map(({ id, name }) => ({ id, name }));
  return [...roles, ...named];
}
