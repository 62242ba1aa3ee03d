/** Bits of message.attrs: true of the message for everybody. */
export const MESSAGE_ATTRS = {
  channelWildcard: 1,
  topicWildcard: 2,
  hasLink: 4,
  hasImage: 8,
  hasAttachment: 16,
  hasReaction: 32,
  readBySender: 64,
  meMessage: 128,
  /** Read by everybody from the beginning, but for whoever has a row that says otherwise. */
  arrivesRead: 256,
} as const;

/** Bits of message_flag.flags: true of the message for one person (spec 2.9). */
export const FLAG_BITS = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  alertWord: 16,
  historical: 32,
  topicWildcard: 64,
} as const;
