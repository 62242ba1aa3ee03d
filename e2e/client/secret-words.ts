import { appendFileSync } from 'node:fs';

/** Fields whose values must not be in any log. */
const SECRET_FIELDS = new Set([
  'api_key',
  'content',
  'raw_content',
  'password',
  'old_password',
  'new_password',
  'status_text',
  'token',
  'key',
  'alert_words',
]);
/** Shorter values may be part of other words. */
const MIN_LENGTH = 12;

const file = process.env.PARLEY_TEST_SECRET_WORDS;

/** Records what the tests send and receive in such fields, at any depth, so that `npm test` can search the logs of the services for it. */
export function noteSecretWords(value: unknown, field = ''): void {
  if (file === undefined) return;
  const words: string[] = [];
  collect(value, field, words);
  if (words.length > 0) appendFileSync(file, words.map((word) => `${JSON.stringify(word)}\n`).join(''));
}

function collect(value: unknown, field: string, words: string[]): void {
  if (typeof value === 'string') {
    if (SECRET_FIELDS.has(field) && value.length >= MIN_LENGTH) words.push(value);
  } else if (Array.isArray(value)) {
    for (const entry of value) collect(entry, field, words);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) collect(entry, name, words);
  }
}
