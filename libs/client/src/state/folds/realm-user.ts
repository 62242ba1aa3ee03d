import { isAdministrator, ROLES } from '@parley/contracts';
import type { FormerUserObject, UserObject } from '@parley/contracts/organization';
import type { ClientState, Fold, StateEvent } from '../client-state.js';
import { withChanged, withoutEntries } from '../lists.js';

type Person = Extract<StateEvent<'realm_user'>, { op: 'update' }>['person'];
type User = FormerUserObject;

/** Users are added, changed, and moved between the active and deactivated ones. A list that was not fetched stays absent. */
export const foldRealmUser: Fold<'realm_user'> = (state, event, userId) => {
  switch (event.op) {
    case 'add':
      return withUser(state, event.person);
    case 'remove':
      return withoutUser(state, event.person.user_id);
    case 'update': {
      const listed = withChangedUser(state, event.person);
      return event.person.user_id === userId ? withOwnFields(listed, event.person) : listed;
    }
  }
};

/** A known user is replaced, because the client may have had a placeholder. */
function withUser(state: ClientState, user: User): ClientState {
  const others = withLists(state, (users) => withoutEntries(users, ({ user_id }) => user_id === user.user_id));
  return withLists(others, (users, isActive) => (isActive === user.is_active ? [...users, user] : users));
}

/** Also removes what the client knew of the user's presence and status. */
function withoutUser(state: ClientState, userId: number): ClientState {
  const without = (field: 'presences' | 'user_status') => {
    if (!state[field]) return {};
    const { [userId]: _gone, ...others }: Readonly<Record<string, unknown>> = state[field];
    return { [field]: others };
  };
  const listed = withLists(state, (users) => withoutEntries(users, ({ user_id }) => user_id === userId));
  return { ...listed, ...without('presences'), ...without('user_status') };
}

/** Moves the user to the other list if their activity changed. */
function withChangedUser(state: ClientState, person: Person): ClientState {
  const isMeant = ({ user_id }: User) => user_id === person.user_id;
  const inPlace = withLists(state, (users) => withChanged(users, isMeant, (user) => changed(user, person)));
  const moved = [...(inPlace.realm_users ?? []), ...(inPlace.realm_non_active_users ?? [])].find(isMeant);
  return moved === undefined || person.is_active === undefined ? inPlace : withUser(inPlace, moved);
}

function changed(before: User, person: Person): User {
  const { role, new_email, custom_profile_field: value, avatar_source: _source, avatar_url_medium: _medium, ...fields } = person;
  return {
    ...before,
    ...(fields as Partial<User>),
    ...(new_email === undefined ? {} : { email: new_email }),
    ...(value === undefined ? {} : { profile_data: withProfileValue(before, value) }),
    ...(role === undefined
      ? {}
      : { role, is_owner: role === ROLES.owner, is_admin: isAdministrator(role), is_guest: role === ROLES.guest }),
  };
}

function ofRole(role: Person['role']) {
  if (role === undefined) return {};
  return {
    is_owner: role === ROLES.owner,
    is_admin: isAdministrator(role),
    is_moderator: role === ROLES.moderator,
    is_guest: role === ROLES.guest,
  };
}

function withProfileValue({ profile_data = {} }: User, { id, value, ...rendered }: NonNullable<Person['custom_profile_field']>) {
  const { [id]: _before, ...others } = profile_data;
  return value === null ? others : { ...others, [id]: { value, ...rendered } };
}

/** The client's own fields of a registration, in addition to the lists. */
function withOwnFields(state: ClientState, { new_email, role, ...fields }: Person): ClientState {
  const own = Object.entries({ ...fields, ...ofRole(role), email: new_email ?? fields.email }).filter(
    ([field, value]) => field in state && field !== 'user_id' && value !== undefined,
  );
  return { ...state, ...Object.fromEntries(own) };
}

function withLists(state: ClientState, change: (users: User[], isActive: boolean) => User[]): ClientState {
  const { realm_users: active, realm_non_active_users: former } = state;
  if (!active || !former) return state;
  const [nextActive, nextFormer] = [change(active, true) as UserObject[], change(former, false)];
  return nextActive === active && nextFormer === former ? state : { ...state, realm_users: nextActive, realm_non_active_users: nextFormer };
}
