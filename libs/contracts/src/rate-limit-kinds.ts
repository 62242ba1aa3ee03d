/**
 * Groups of requests with separate limits. api: all others. events: polls, of which a busy client makes many.
 * sends, register: the most expensive ones. login: attempts to get an API key with a password. mails: mails caused by unauthenticated
 * requests.
 */
export const RATE_LIMIT_KINDS = ['api', 'events', 'sends', 'register', 'login', 'mails'] as const;
export type RateLimitKind = (typeof RATE_LIMIT_KINDS)[number];
