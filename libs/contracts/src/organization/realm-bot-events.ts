import { z } from 'zod';

/** Default channels of a bot by name, null for none. */
export const botDefaults = z.object({
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
});
export type BotDefaults = z.infer<typeof botDefaults>;

/** Properties of a bot that only its owner and administrators receive. */
export const botObject = botDefaults.extend({ user_id: z.int(), services: z.array(z.unknown()) });
export type BotObject = z.infer<typeof botObject>;
