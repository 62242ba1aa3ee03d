import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { linkifierObject } from './linkifier-object.js';

const payload = z.object({ linkifiers: z.array(linkifierObject) });

/** Sent when any linkifier changes. Contains the whole list, in order. For clients that support URL templates. */
export const linkifiersChanged: DomainEvent<'linkifiers.changed', z.infer<typeof payload>> = domainEvent({
  type: 'linkifiers.changed',
  owner: 'organization',
  payload,
  parts: ({ linkifiers }) => [
    {
      clientType: 'realm_linkifiers',
      audience: { roles: ALL_ROLES },
      wants: ({ capabilities }) => capabilities.linkifier_url_template === true,
      render: () => ({ type: 'realm_linkifiers', realm_linkifiers: linkifiers }),
    },
  ],
});
