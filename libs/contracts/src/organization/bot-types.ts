/** Kinds of bots (`bot_type`). Outgoing webhooks (3) and embedded bots (4) are not offered. */
export const BOT_TYPES = {
  /** May do by the API what people may. */
  generic: 1,
  /** May send messages and nothing else. */
  incomingWebhook: 2,
} as const;
export type BotType = (typeof BOT_TYPES)[keyof typeof BOT_TYPES];

export function isBotType(value: number): value is BotType {
  return Object.values(BOT_TYPES).some((type) => type === value);
}
