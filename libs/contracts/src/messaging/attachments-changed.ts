import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { attachmentChange, attachmentParts } from './attachment-object.js';

const payload = z.object({
  changes: z.array(attachmentChange),
  /** Bytes of all attachments of the organization, afterwards. */
  uploadSpaceUsed: z.int(),
});

/** Files were uploaded, deleted, or linked by other messages than before. What a new message links is told with the message (message.sent). */
export const attachmentsChanged: DomainEvent<'attachments.changed', z.infer<typeof payload>> = domainEvent({
  type: 'attachments.changed',
  owner: 'messaging',
  payload,
  parts: ({ changes, uploadSpaceUsed }) => attachmentParts(changes, uploadSpaceUsed),
});
