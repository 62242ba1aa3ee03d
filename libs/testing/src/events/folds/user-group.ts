import { userGroupObject } from '@parley/contracts';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const membersChanged = z.object({ group_id: z.int(), user_ids: z.array(z.int()) });
const groups = z.array(userGroupObject);

export const foldUserGroup: Fold = (state, event) => {
  if (state.realm_user_groups === undefined) return state;
  const { group_id, user_ids } = membersChanged.parse(event);
  const change = changeOf(event.op, user_ids);
  const changed = groups
    .parse(state.realm_user_groups)
    .map((group) => (group.id === group_id ? { ...group, members: change(group.members) } : group));
  return { ...state, realm_user_groups: changed };
};

function changeOf(op: unknown, userIds: readonly number[]): (members: readonly number[]) => number[] {
  if (op === 'add_members') return (members) => [...new Set([...members, ...userIds])].sort((a, b) => a - b);
  if (op === 'remove_members') return (members) => members.filter((id) => !userIds.includes(id));
  throw new Error(`no fold for user_group ${String(op)}`);
}
