import { z } from 'zod';

/** An uploaded file in the format for its owner. Times are milliseconds since the epoch. */
export const attachmentObject = z
  .object({
    id: z.int(),
    name: z.string(),
    /** The part of its URL after /user_uploads/. */
    path_id: z.string(),
    /** Bytes. */
    size: z.int(),
    create_time: z.int(),
    /** The newest 1,000 messages that link it and that the owner may read. */
    messages: z.array(z.object({ id: z.int(), date_sent: z.int() })),
  })
  .meta({ id: 'Attachment' });
export type AttachmentObject = z.infer<typeof attachmentObject>;

/** A change of one owner's attachments in the log. */
export const attachmentChange = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['add', 'update']), ownerId: z.int(), attachment: attachmentObject }),
  z.object({ op: z.literal('remove'), ownerId: z.int(), attachment: attachmentObject.pick({ id: true }) }),
]);
export type AttachmentChange = z.infer<typeof attachmentChange>;
