import { isAdministrator, isRole, ROLES } from '@parley/contracts';
import { type FormerUserObject, formerUserObject, userObject } from '@parley/contracts/organization';
import { z } from 'zod';
import type { ClientState, Fold } from '../fold.js';

const added = z.object({ person: userObject });
/** Fields that an update may contain; each variant contains some. */
const person = z.strictObject({
  user_id: z.int(),
  full_name: z.string().optional(),
  email: z.string().optional(),
  new_email: z.string().optional(),
  delivery_email: z.string().nullable().optional(),
  avatar_url: z.string().nullable().optional(),
  avatar_url_medium: z.string().optional(),
  avatar_source: z.string().optional(),
  avatar_version: z.int().optional(),
  bot_owner_id: z.int().nullable().optional(),
  is_active: z.boolean().optional(),
  role: z.int().optional(),
  timezone: z.string().optional(),
  custom_profile_field: z.object({ id: z.int(), value: z.string().nullable(), rendered_value: z.string().optional() }).optional(),
});
type Person = z.infer<typeof person>;
const updated = z.object({ person });
const removed = z.object({ person: z.object({ user_id: z.int(), full_name: z.string() }) });
const users = z.array(formerUserObject);
const byUser = z.record(z.string(), z.unknown());
type User = FormerUserObject;

/** Users are added, changed, and moved between the active and deactivated ones. A list that was not fetched stays absent. */
export const foldRealmUser: Fold = (state, event, userId) => {
  if (event.op === 'add') return withUser(state, added.parse(event).person);
  if (event.op === 'remove') return withoutUser(state, removed.parse(event).person.user_id);
  if (event.op !== 'update') throw new Error(`no fold for realm_user ${String(event.op)}`);
  const { person } = updated.parse(event);
  const listed = withLists(state, (active, former) => {
    const all = [...active, ...former].map((user) => (user.user_id === person.user_id ? changed(user, person) : user));
    return { active: all.filter((user) => user.is_active), former: all.filter((user) => !user.is_active) };
  });
  return person.user_id === userId ? withOwnFields(listed, person) : listed;
};

/** A known user is replaced, because the client may have had a placeholder. */
function withUser(state: ClientState, user: User): ClientState {
  return withLists(state, (active, former) => {
    const others = (list: User[]) => list.filter(({ user_id }) => user_id !== user.user_id);
    const [inActive, inFormer] = user.is_active ? [[user], []] : [[], [user]];
    return { active: [...others(active), ...inActive], former: [...others(former), ...inFormer] };
  });
}

/** Also removes what the client knew of the user's presence and status. */
function withoutUser(state: ClientState, userId: number): ClientState {
  const without = (field: 'presences' | 'user_status') => {
    if (!(field in state)) return {};
    const { [userId]: _gone, ...others } = byUser.parse(state[field]);
    return { [field]: others };
  };
  const listed = withLists(state, (active, former) => {
    const others = (list: User[]) => list.filter(({ user_id }) => user_id !== userId);
    return { active: others(active), former: others(former) };
  });
  return { ...listed, ...without('presences'), ...without('user_status') };
}

function changed(before: User, { role, new_email, custom_profile_field, ...fields }: Person): User {
  const user = custom_profile_field === undefined ? before : withProfileValue(before, custom_profile_field);
  const { avatar_source: _source, avatar_url_medium: _medium, ...shown } = fields;
  const next = formerUserObject.parse({ ...user, ...shown, ...(new_email === undefined ? {} : { email: new_email }) });
  if (role === undefined || !isRole(role)) return next;
  return { ...next, role, is_owner: role === ROLES.owner, is_admin: isAdministrator(role), is_guest: role === ROLES.guest };
}

function withProfileValue(user: User, { id, value, ...rendered }: NonNullable<Person['custom_profile_field']>): User {
  const { [id]: _before, ...others } = user.profile_data ?? {};
  return { ...user, profile_data: value === null ? others : { ...others, [id]: { value, ...rendered } } };
}

/** The client's own fields of a registration, in addition to the lists. */
function withOwnFields(state: ClientState, { new_email, ...fields }: Person): ClientState {
  const own = Object.entries({ ...fields, email: new_email }).filter(
    ([field, value]) => field in state && field !== 'user_id' && value !== undefined,
  );
  return { ...state, ...Object.fromEntries(own) };
}

function withLists(state: ClientState, change: (active: User[], former: User[]) => { active: User[]; former: User[] }): ClientState {
  if (state.realm_users === undefined) return state;
  const { active, former } = change(users.parse(state.realm_users), users.parse(state.realm_non_active_users));
  return { ...state, realm_users: active, realm_non_active_users: former };
}
