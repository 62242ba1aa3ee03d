import { apiErrors } from '@parley/contracts';
import { inline, lines } from '../text/escape.js';
import { code } from '../text/markdown.js';

const FIELD = /\{([^{}]{0,200})\}/g;

/**
 * A text with the values of fields instead of their paths in braces. What the template says is Markdown; values are shown as they are.
 * @throws ApiError for a path that the payload does not have
 */
export function fillTemplate(template: string, payload: unknown, as: 'markdown' | 'plain'): string {
  return template.replaceAll(FIELD, (_, path: string) => {
    const value = valueAt(payload, path.trim());
    if (typeof value === 'object' && value !== null) return as === 'plain' ? JSON.stringify(value) : code(JSON.stringify(value));
    const text = String(value);
    if (as === 'plain') return text;
    return text.includes('\n') ? lines(text) : inline(text);
  });
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
