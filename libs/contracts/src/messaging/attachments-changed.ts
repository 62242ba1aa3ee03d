import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { attachmentChange } from './attachment-object.js';

const payload = z.object({
  changes: z.array(attachmentChange),
  /** Total bytes of the organization's attachments after the change. */
  uploadSpaceUsed: z.int(),
});

/** Files were uploaded or deleted, or the set of messages that link them changed. Links of a new message are part of its own event (message.sent). */
export const attachmentsChanged: DomainEvent<'attachments.changed', z.infer<typeof payload>> = domainEvent({
  type: 'attachments.changed',
  owner: 'messaging',
  payload,
});
