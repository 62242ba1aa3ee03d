import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ORGANIZATION_PICTURES } from './organization-pictures.js';

const payload = z.object({
  picture: z.enum(ORGANIZATION_PICTURES),
  url: z.string(),
  /** U: uploaded. G and D: generated from its name. */
  source: z.enum(['U', 'G', 'D']),
});

/** The organization's icon or logo changed. */
export const organizationPictureChanged: DomainEvent<'organization.picture-changed', z.infer<typeof payload>> = domainEvent({
  type: 'organization.picture-changed',
  owner: 'organization',
  payload,
});
