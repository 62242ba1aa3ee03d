import { z } from 'zod';

/** Most drafts a person keeps: as many as a registration lists. */
export const MOST_DRAFTS = 1_000;
const MOST_RECIPIENTS = 1_000;

/** The empty string: addressed to nobody yet. */
const draftType = z.enum(['', 'stream', 'private']);

/** A draft as clients send it (spec 2.2). */
export const draftInput = z.strictObject({
  type: draftType,
  /** One channel id, or user ids. */
  to: z.array(z.int()).max(MOST_RECIPIENTS),
  topic: z.string(),
  content: z.string().min(1),
  /** Seconds since the epoch; when it is not given, now. */
  timestamp: z.int().optional(),
});
export type DraftInput = z.infer<typeof draftInput>;

/** A draft as clients read it. `to` of a direct message names the others. */
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
