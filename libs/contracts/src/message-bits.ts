/** Bits of message.attrs: properties of the message that are the same for all users. */
export const MESSAGE_ATTRS = {
  channelWildcard: 1,
  topicWildcard: 2,
  hasLink: 4,
  hasImage: 8,
  hasAttachment: 16,
  hasReaction: 32,
  readBySender: 64,
  meMessage: 128,
  /** Read by everyone from the beginning, except users whose row differs. */
  arrivesRead: 256,
} as const;

/** Bits of message_flag.flags: properties of the message for one user. */
export const FLAG_BITS = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  alertWord: 16,
  historical: 32,
  topicWildcard: 64,
} as const;
