import { type FormerUserObject, formerUserObject, profileFieldObject } from '@parley/contracts/organization';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const changed = z.object({ fields: z.array(profileFieldObject) });
const users = z.array(formerUserObject);
const PEOPLE = ['realm_users', 'realm_non_active_users'] as const;

/** Values of removed fields are removed. */
export const foldCustomProfileFields: Fold = (state, event) => {
  const { fields } = changed.parse(event);
  const known = new Set(fields.map(({ id }) => String(id)));
  const people = PEOPLE.filter((list) => list in state).map((list) => [list, users.parse(state[list]).map((user) => kept(user, known))]);
  return {
    ...state,
    ...Object.fromEntries(people),
    ...('custom_profile_fields' in state ? { custom_profile_fields: fields } : {}),
  };
};

function kept(user: FormerUserObject, known: ReadonlySet<string>) {
  if (user.profile_data === undefined) return user;
  return { ...user, profile_data: Object.fromEntries(Object.entries(user.profile_data).filter(([id]) => known.has(id))) };
}
