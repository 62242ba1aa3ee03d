import type { JsonSchema } from './json-schema.js';

/** `sendMessage`, `form`: `SendMessageForm`. */
export function schemaName(...words: readonly string[]): string {
  return words
    .flatMap((word) => word.split('_'))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

export function schemaReference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
