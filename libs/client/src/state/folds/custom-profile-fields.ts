import type { FormerUserObject } from '@parley/contracts/organization';
import type { Fold } from '../client-state.js';

/** Values of removed fields are removed. */
export const foldCustomProfileFields: Fold<'custom_profile_fields'> = (state, { fields }) => {
  const known = new Set(fields.map(({ id }) => String(id)));
  const { realm_users: active, realm_non_active_users: former } = state;
  return {
    ...state,
    ...(active && { realm_users: active.map((user) => kept(user, known)) }),
    ...(former && { realm_non_active_users: former.map((user) => kept(user, known)) }),
    ...(state.custom_profile_fields && { custom_profile_fields: fields }),
  };
};

function kept<U extends FormerUserObject>(user: U, known: ReadonlySet<string>): U {
  const values = Object.entries(user.profile_data ?? {});
  const remaining = values.filter(([id]) => known.has(id));
  return remaining.length === values.length ? user : { ...user, profile_data: Object.fromEntries(remaining) };
}
