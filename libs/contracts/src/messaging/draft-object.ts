import { z } from 'zod';

/** Maximum number of drafts of a user, which is also what a registration lists. */
export const MAX_DRAFTS = 1_000;
const MAX_RECIPIENTS = 1_000;

/** The empty string means that there is no recipient yet. */
const draftType = z.enum(['', 'stream', 'private']);

/** A draft in the format from clients. */
export const draftInput = z.strictObject({
  type: draftType,
  /** One channel id, or user ids. */
  to: z.array(z.int()).max(MAX_RECIPIENTS),
  topic: z.string(),
  content: z.string().min(1),
  /** Seconds since the epoch. Default: now. */
  timestamp: z.int().optional(),
});
export type DraftInput = z.infer<typeof draftInput>;

/** A draft in the format for clients. `to` of a direct message lists the other users. */
export const draftObject = z
  .object({
    id: z.int(),
    type: draftType,
    to: z.array(z.int()),
    topic: z.string(),
    content: z.string(),
    timestamp: z.int(),
  })
  .meta({ id: 'Draft' });
export type DraftObject = z.infer<typeof draftObject>;
