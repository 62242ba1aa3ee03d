import { z } from 'zod';

/** A group of default channels, as clients receive it. */
export const defaultChannelGroupObject = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    /** Ids of its channels, ascending. */
    streams: z.array(z.int()),
  })
  .meta({ id: 'DefaultChannelGroup' });
export type DefaultChannelGroupObject = z.infer<typeof defaultChannelGroupObject>;
