/**
 * What is counted against one limit. api: whatever is nothing else. events: polls, of which a busy client makes many.
 * sends, register: what costs the installation most. login: attempts to get a key with a password. mails: mails that somebody who is not logged in
 * has sent.
 */
export const RATE_LIMIT_KINDS = ['api', 'events', 'sends', 'register', 'login', 'mails'] as const;
export type RateLimitKind = (typeof RATE_LIMIT_KINDS)[number];
