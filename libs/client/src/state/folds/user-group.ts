import { type UserGroupObject, userGroupObject } from '@parley/contracts/organization';
import { z } from 'zod';
import type { ClientState, Fold } from '../fold.js';

const added = z.object({ group: userGroupObject });
const updated = z.object({ group_id: z.int(), data: z.record(z.string(), z.unknown()) });
const removed = z.object({ group_id: z.int() });
const membersChanged = z.object({ group_id: z.int(), user_ids: z.array(z.int()) });
const subgroupsChanged = z.object({ group_id: z.int(), direct_subgroup_ids: z.array(z.int()) });
const groups = z.array(userGroupObject);

export const foldUserGroup: Fold = (state, event) => {
  if (state.realm_user_groups === undefined) return state;
  switch (event.op) {
    case 'add':
      return withGroups(state, (known) => [...known, added.parse(event).group]);
    case 'remove':
      return withGroups(state, (known) => known.filter((group) => group.id !== removed.parse(event).group_id));
    case 'update': {
      const { group_id, data } = updated.parse(event);
      return withGroup(state, group_id, (group) => userGroupObject.parse({ ...group, ...data }));
    }
    case 'add_members':
    case 'remove_members': {
      const { group_id, user_ids } = membersChanged.parse(event);
      return withGroup(state, group_id, (group) => ({ ...group, members: changed(event.op, group.members, user_ids) }));
    }
    case 'add_subgroups':
    case 'remove_subgroups': {
      const { group_id, direct_subgroup_ids: ids } = subgroupsChanged.parse(event);
      return withGroup(state, group_id, (group) => ({ ...group, direct_subgroup_ids: changed(event.op, group.direct_subgroup_ids, ids) }));
    }
    default:
      throw new Error(`no fold for user_group ${String(event.op)}`);
  }
};

function changed(op: unknown, before: readonly number[], ids: readonly number[]): number[] {
  const adds = op === 'add_members' || op === 'add_subgroups';
  return adds ? [...new Set([...before, ...ids])].sort((a, b) => a - b) : before.filter((id) => !ids.includes(id));
}

/** Ignores groups that the client does not know. */
function withGroup(state: ClientState, groupId: number, change: (group: UserGroupObject) => UserGroupObject): ClientState {
  return withGroups(state, (known) => known.map((group) => (group.id === groupId ? change(group) : group)));
}

function withGroups(state: ClientState, change: (known: UserGroupObject[]) => UserGroupObject[]): ClientState {
  return { ...state, realm_user_groups: change(groups.parse(state.realm_user_groups)) };
}
