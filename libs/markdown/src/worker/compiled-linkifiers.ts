import { LRUCache } from 'lru-cache';
import { compileLinkifiers, type LinkifierDefinition, type Linkifiers } from '../linkifiers.js';

/** Characters of definitions that are cached in compiled form, for all organizations. */
const MAX_CHARACTERS = 1_000_000;

/** Keyed by the definitions, so that a changed definition is never served from the cache. */
const compiled = new LRUCache<string, Linkifiers>({ maxSize: MAX_CHARACTERS });

/** The compiled linkifiers of an organization. Those of active organizations are compiled once per thread. */
export function compiledLinkifiers(definitions: readonly LinkifierDefinition[]): Linkifiers {
  const key = JSON.stringify(definitions.map(({ pattern, urlTemplate }) => [pattern, urlTemplate]));
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = compileLinkifiers(definitions);
  compiled.set(key, made, { size: key.length });
  return made;
}
