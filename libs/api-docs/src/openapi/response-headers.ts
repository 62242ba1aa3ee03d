import type { JsonSchema } from './json-schema.js';

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const integer = (description: string) => ({ description, schema: { type: 'integer' } });

export const RETRY_AFTER = header('Retry-After');
export const LOCATION = header('Location');

/** On every response, while the store of the rate limits is available. */
export const RATE_LIMIT_HEADERS: JsonSchema = {
  'X-RateLimit-Limit': header('X-RateLimit-Limit'),
  'X-RateLimit-Remaining': header('X-RateLimit-Remaining'),
  'X-RateLimit-Reset': header('X-RateLimit-Reset'),
};

export const HEADERS: JsonSchema = {
  Location: { description: 'The URL of a redirect.', required: true, schema: { type: 'string' } },
  'Retry-After': { ...integer('Number of seconds to wait before the next request.'), required: true },
  'X-RateLimit-Limit': integer('Maximum number of requests of this kind in a burst.'),
  'X-RateLimit-Remaining': integer('Number of requests that remain.'),
  'X-RateLimit-Reset': integer('When the full limit is available again, in seconds since the epoch.'),
};
