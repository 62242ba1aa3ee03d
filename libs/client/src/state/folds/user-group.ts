import type { UserGroupObject } from '@parley/contracts/organization';
import type { ClientState, Fold } from '../client-state.js';
import { ascending, withChanged, withoutEntries } from '../lists.js';

export const foldUserGroup: Fold<'user_group'> = (state, event) => {
  switch (event.op) {
    case 'add':
      return withGroups(state, (known) => [...known, event.group]);
    case 'remove':
      return withGroups(state, (known) => withoutEntries(known, ({ id }) => id === event.group_id));
    case 'update':
      return withGroup(state, event.group_id, (group) => ({ ...group, ...(event.data as Partial<UserGroupObject>) }));
    case 'add_members':
      return withGroup(state, event.group_id, (group) => ({ ...group, members: ascending([...group.members, ...event.user_ids]) }));
    case 'remove_members':
      return withGroup(state, event.group_id, (group) => ({ ...group, members: less(group.members, event.user_ids) }));
    case 'add_subgroups': {
      const { group_id, direct_subgroup_ids: ids } = event;
      return withGroup(state, group_id, (group) => ({ ...group, direct_subgroup_ids: ascending([...group.direct_subgroup_ids, ...ids]) }));
    }
    case 'remove_subgroups': {
      const { group_id, direct_subgroup_ids: ids } = event;
      return withGroup(state, group_id, (group) => ({ ...group, direct_subgroup_ids: less(group.direct_subgroup_ids, ids) }));
    }
  }
};

function less(ids: readonly number[], gone: readonly number[]): number[] {
  const removed = new Set(gone);
  return ids.filter((id) => !removed.has(id));
}

/** Ignores groups that the client does not know. */
function withGroup(state: ClientState, groupId: number, change: (group: UserGroupObject) => UserGroupObject): ClientState {
  return withGroups(state, (known) => withChanged(known, ({ id }) => id === groupId, change));
}

function withGroups(state: ClientState, change: (known: UserGroupObject[]) => UserGroupObject[]): ClientState {
  if (!state.realm_user_groups) return state;
  return { ...state, realm_user_groups: change(state.realm_user_groups) };
}
