import type { ClientState } from './client-state.js';

export type Setting = number | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };
type Group = NonNullable<ClientState['realm_user_groups']>[number];

/**
 * The fields of a registration that say for older clients what the user may do. No event has them: they follow from the role and the groups of the user.
 * They stay as they are if the groups or the settings were not fetched.
 */
export function withOwnPermissions(state: ClientState, userId: number): ClientState {
  const { realm_user_groups: groups, is_guest } = state;
  const settingOf = (name: string): Setting | undefined => Reflect.get(state, `realm_${name}`);
  if (groups === undefined || is_guest === undefined || settingOf('can_create_public_channel_group') === undefined) return state;
  const byId = new Map(groups.map((group) => [group.id, group]));
  const may = (name: string) => {
    const setting = settingOf(name);
    return !is_guest && setting !== undefined && isInSetting(byId, setting, userId);
  };
  const [isPublic, isPrivate] = [may('can_create_public_channel_group'), may('can_create_private_channel_group')];
  const own = {
    can_create_streams: isPublic || isPrivate,
    can_create_public_streams: isPublic,
    can_create_private_streams: isPrivate,
    can_create_web_public_streams: may('can_create_web_public_channel_group'),
    can_subscribe_other_users: may('can_add_subscribers_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
  };
  const isSame = Object.entries(own).every(([name, value]) => state[name as keyof typeof own] === value);
  return isSame ? state : { ...state, ...own };
}

function isInSetting(groups: ReadonlyMap<number, Group>, setting: Setting, userId: number): boolean {
  if (typeof setting === 'number') return isInside(groups, [setting], userId);
  return setting.direct_members.includes(userId) || isInside(groups, setting.direct_subgroups, userId);
}

/** Whether a permission setting includes the user whose state it is. Unknown groups include no one. */
export function isPermitted(state: ClientState, setting: Setting | undefined): boolean {
  const { realm_user_groups: groups = [], user_id: userId } = state;
  if (setting === undefined || userId === undefined) return false;
  return isInSetting(new Map(groups.map((group) => [group.id, group])), setting, userId);
}

/** Whether the user is a member of one of the groups, or of a group inside. */
function isInside(groups: ReadonlyMap<number, Group>, groupIds: readonly number[], userId: number): boolean {
  const [left, seen] = [[...groupIds], new Set<number>()];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const group = groups.get(id);
    if (group === undefined || seen.has(id)) continue;
    seen.add(id);
    if (group.members.includes(userId)) return true;
    left.push(...group.direct_subgroup_ids);
  }
  return false;
}
