import { z } from 'zod';
import type { Part } from '../domain-event.js';

/** An uploaded file as its owner reads it. Times are milliseconds since the epoch. */
export const attachmentObject = z
  .object({
    id: z.int(),
    name: z.string(),
    /** What its address says behind /user_uploads/. */
    path_id: z.string(),
    /** Bytes. */
    size: z.int(),
    create_time: z.int(),
    /** Those that link it and that the owner may read, the newest 1,000. */
    messages: z.array(z.object({ id: z.int(), date_sent: z.int() })),
  })
  .meta({ id: 'Attachment' });
export type AttachmentObject = z.infer<typeof attachmentObject>;

/** What became of attachments of one owner, as the log keeps it. */
export const attachmentChange = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['add', 'update']), ownerId: z.int(), attachment: attachmentObject }),
  z.object({ op: z.literal('remove'), ownerId: z.int(), attachment: attachmentObject.pick({ id: true }) }),
]);
export type AttachmentChange = z.infer<typeof attachmentChange>;

/** Only the owner hears of his attachments. */
export function attachmentParts(changes: readonly AttachmentChange[], uploadSpaceUsed: number): Part[] {
  return changes.map(({ op, ownerId, attachment }) => ({
    clientType: 'attachment',
    audience: { users: [ownerId] },
    render: () => ({ type: 'attachment', op, attachment, upload_space_used: uploadSpaceUsed }),
  }));
}
