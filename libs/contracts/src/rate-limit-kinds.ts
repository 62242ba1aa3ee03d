/**
 * What is counted against one limit. api: whatever is nothing else. events: polls, of which a busy client makes many.
 * sends, register: what costs the installation most. login: attempts to get a key with a password.
 */
export const RATE_LIMIT_KINDS = ['api', 'events', 'sends', 'register', 'login'] as const;
export type RateLimitKind = (typeof RATE_LIMIT_KINDS)[number];
