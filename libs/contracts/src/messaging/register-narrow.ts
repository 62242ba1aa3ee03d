/** The operators that a registration may use. */
export const REGISTER_OPERATORS = ['channel', 'stream', 'topic', 'sender', 'is'] as const;

/** Prefix of a resolved topic. */
export const RESOLVED_TOPIC_PREFIX = '\u2714 ';
