import { z } from 'zod';

/** A channel folder as clients read it (spec 2.4). */
export const channelFolderObject = z
  .object({
    id: z.int(),
    name: z.string(),
    /** Markdown. */
    description: z.string(),
    rendered_description: z.string(),
    /** Lower first. */
    order: z.int(),
    /** Seconds since the epoch. */
    date_created: z.int().nullable(),
    creator_id: z.int().nullable(),
    is_archived: z.boolean(),
  })
  .meta({ id: 'ChannelFolder' });
export type ChannelFolderObject = z.infer<typeof channelFolderObject>;
