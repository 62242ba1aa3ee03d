import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { guestsWithAccess, whoSeesUser } from './user-audience.js';

const payload = z.object({
  fieldId: z.int(),
  /** Ascending, at most 1,000. */
  userIds: z.array(z.int()),
  /** Null: nothing any more. */
  value: z.string().nullable(),
  rendered: z.string().nullable(),
  /** Who among guests may see these people. */
  guestsWithAccess,
});

/** People tell something else in a profile field. Everybody who may see them hears it. */
export const profileValueChanged: DomainEvent<'profile-value.changed', z.infer<typeof payload>> = domainEvent({
  type: 'profile-value.changed',
  owner: 'organization',
  payload,
  parts: ({ fieldId, userIds, value, rendered, guestsWithAccess: guests }) =>
    userIds.map((user_id) => ({
      clientType: 'realm_user',
      audience: whoSeesUser(guests),
      render: () => ({
        type: 'realm_user',
        op: 'update',
        person: {
          user_id,
          custom_profile_field: { id: fieldId, value, ...(rendered === null ? {} : { rendered_value: rendered }) },
        },
      }),
    })),
});
