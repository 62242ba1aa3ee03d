import { apiErrors, LIMITS } from '@parley/contracts';
import { startOfJson } from '../text/bounds.js';
import { cut } from '../text/cut.js';
import { inline, lines, oneLine } from '../text/escape.js';
import { code } from '../text/markdown.js';

const FIELD = /\{([^{}]{0,200})\}/g;
const MAX_FIELDS = 100;
/** Of the JSON of an object or a list. `code` shows less. */
const MAX_JSON = 500;

type Target = 'markdown' | 'plain';

/**
 * A text with the values of fields instead of their paths in braces. What the template says is Markdown; values are shown as they are.
 * @param option the name of the option that is the template
 * @throws ApiError for a path that the payload does not have, and for too many fields
 */
export function fillTemplate(template: string, payload: unknown, { as, option }: { as: Target; option: string }): string {
  const values = new Map<string, string>();
  let count = 0;
  return template.replaceAll(FIELD, (_, path: string) => {
    count += 1;
    if (count > MAX_FIELDS) throw apiErrors.invalidWebhookOption({ name: option, problem: `has more than ${MAX_FIELDS} fields` });
    const value = values.get(path) ?? shown(valueAt(payload, path.trim()), as);
    values.set(path, value);
    return value;
  });
}

/** Not longer than a topic or a message, before it is escaped. */
function shown(value: unknown, as: Target): string {
  if (typeof value === 'object' && value !== null) {
    const text = startOfJson(value, MAX_JSON);
    return as === 'plain' ? text : code(text);
  }
  if (as === 'plain') return cut(oneLine(String(value)), LIMITS.max_topic_length);
  const text = cut(String(value), LIMITS.max_message_length);
  return text.includes('\n') ? lines(text) : inline(text);
}

function valueAt(payload: unknown, path: string): unknown {
  let value = payload;
  for (const key of path.split('.')) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    if (!isThere) throw apiErrors.invalidWebhookPayload({ path: `payload.${path}`, problem: 'is missing' });
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
