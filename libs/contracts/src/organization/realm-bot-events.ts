import { z } from 'zod';

/** Default channels of a bot by name, null for none. */
export const botDefaults = z.object({
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
});
export type BotDefaults = z.infer<typeof botDefaults>;

/** What the server sends to the program behind a bot. */
export const SERVICE_INTERFACES = { generic: 1, slack: 2 } as const;

/** The program behind an outgoing webhook bot. */
export const botService = z.object({
  base_url: z.string(),
  /** SERVICE_INTERFACES */
  interface: z.int(),
  /** Sent with each call, so that the program knows who calls. */
  token: z.string(),
});
export type BotService = z.infer<typeof botService>;

/** Properties of a bot that only its owner and administrators receive. */
export const botObject = botDefaults.extend({
  user_id: z.int(),
  /** `botService`. The previous version declares anything. */
  services: z.array(z.unknown()),
});
export type BotObject = z.infer<typeof botObject>;
