/** Types of bots (`bot_type`). Outgoing webhooks (3) and embedded bots (4) are not supported. */
export const BOT_TYPES = {
  /** May use the API like a human user. */
  generic: 1,
  /** May only send messages. */
  incomingWebhook: 2,
} as const;
export type BotType = (typeof BOT_TYPES)[keyof typeof BOT_TYPES];

export function isBotType(value: number): value is BotType {
  return Object.values(BOT_TYPES).some((type) => type === value);
}
