import type { JsonSchema } from './json-schema.js';

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const integer = (description: string) => ({ description, schema: { type: 'integer' } });

export const RETRY_AFTER = header('Retry-After');

/** On every answer, as long as the store of the rate limits is there. */
export const RATE_LIMIT_HEADERS: JsonSchema = {
  'X-RateLimit-Limit': header('X-RateLimit-Limit'),
  'X-RateLimit-Remaining': header('X-RateLimit-Remaining'),
  'X-RateLimit-Reset': header('X-RateLimit-Reset'),
};

export const HEADERS: JsonSchema = {
  'Retry-After': { ...integer('Seconds after which to try again.'), required: true },
  'X-RateLimit-Limit': integer('How many requests of this kind one may make at once.'),
  'X-RateLimit-Remaining': integer('How many of them are left.'),
  'X-RateLimit-Reset': integer('When all of them are there again, in seconds since the epoch.'),
};
