/** Emoji that are neither unicode nor an organization's own. Each is its name; clients draw the picture from this path. */
export const extraEmoji: ReadonlyMap<string, { imageUrl: string }> = new Map([
  ['zulip', { imageUrl: '/static/generated/emoji/images/emoji/unicode/zulip.png' }],
]);
