import { isAdministrator, isRole, ROLES, userObject } from '@parley/contracts';
import { z } from 'zod';
import type { ClientState, Fold } from '../fold.js';

const added = z.object({ person: userObject });
const updated = z.object({ person: z.looseObject({ user_id: z.int(), is_active: z.boolean().optional(), role: z.int().optional() }) });
const users = z.array(userObject);
type User = z.infer<typeof userObject>;

/** People come, change, and go among those who are not active. A list that was not fetched stays absent. */
export const foldRealmUser: Fold = (state, event) => {
  if (event.op === 'add') return withLists(state, (active, former) => ({ active: [...active, added.parse(event).person], former }));
  if (event.op !== 'update') throw new Error(`no fold for realm_user ${String(event.op)}`);
  const { person } = updated.parse(event);
  return withLists(state, (active, former) => {
    const all = [...active, ...former].map((user) => (user.user_id === person.user_id ? changed(user, person) : user));
    return { active: all.filter((user) => user.is_active), former: all.filter((user) => !user.is_active) };
  });
};

function changed(user: User, { is_active, role }: z.infer<typeof updated>['person']): User {
  const active = { ...user, is_active: is_active ?? user.is_active };
  if (role === undefined || !isRole(role)) return active;
  return { ...active, role, is_owner: role === ROLES.owner, is_admin: isAdministrator(role), is_guest: role === ROLES.guest };
}

function withLists(state: ClientState, change: (active: User[], former: User[]) => { active: User[]; former: User[] }): ClientState {
  if (state.realm_users === undefined) return state;
  const { active, former } = change(users.parse(state.realm_users), users.parse(state.realm_non_active_users));
  return { ...state, realm_users: active, realm_non_active_users: former };
}
