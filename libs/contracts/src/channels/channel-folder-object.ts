import { z } from 'zod';

/** A channel folder in the format for clients. */
export const channelFolderObject = z
  .object({
    id: z.int(),
    name: z.string(),
    /** Markdown. */
    description: z.string(),
    rendered_description: z.string(),
    /** Ascending position. */
    order: z.int(),
    /** Seconds since the epoch. */
    date_created: z.int().nullable(),
    creator_id: z.int().nullable(),
    is_archived: z.boolean(),
  })
  .meta({ id: 'ChannelFolder' });
export type ChannelFolderObject = z.infer<typeof channelFolderObject>;
