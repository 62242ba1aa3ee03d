/** Emoji that are neither unicode nor custom, by name. Clients load the picture from this path. */
export const extraEmoji: ReadonlyMap<string, { imageUrl: string }> = new Map([
  ['zulip', { imageUrl: '/static/generated/emoji/images/emoji/unicode/zulip.png' }],
]);
