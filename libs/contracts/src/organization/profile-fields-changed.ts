import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { profileFieldObject } from './profile-field-object.js';

const payload = z.object({ fields: z.array(profileFieldObject) });

/** The custom profile fields changed: all of them, in their order. Values of removed fields are deleted. */
export const profileFieldsChanged: DomainEvent<'profile-fields.changed', z.infer<typeof payload>> = domainEvent({
  type: 'profile-fields.changed',
  owner: 'organization',
  payload,
});
