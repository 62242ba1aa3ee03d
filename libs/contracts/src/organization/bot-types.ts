/** Types of bots (`bot_type`). Embedded bots (4) are not supported: such bots run outside of the server. */
export const BOT_TYPES = {
  /** May use the API like a human user. */
  generic: 1,
  /** May only send messages. */
  incomingWebhook: 2,
  /** A generic bot. The server calls a program when the bot is mentioned or gets a direct message. */
  outgoingWebhook: 3,
} as const;
export type BotType = (typeof BOT_TYPES)[keyof typeof BOT_TYPES];

export function isBotType(value: number): value is BotType {
  return Object.values(BOT_TYPES).some((type) => type === value);
}
