import { LRUCache } from 'lru-cache';
import { compileLinkifiers, type LinkifierDefinition, type Linkifiers } from '../linkifiers.js';

/** Characters of definitions kept compiled, over all organizations. */
const MAX_CHARACTERS = 1_000_000;

/** By the definitions themselves, so what was changed is never found. */
const compiled = new LRUCache<string, Linkifiers>({ maxSize: MAX_CHARACTERS });

/** The linkifiers of an organization, ready to use. Those of organizations that write often are compiled once in each thread. */
export function compiledLinkifiers(definitions: readonly LinkifierDefinition[]): Linkifiers {
  const key = JSON.stringify(definitions.map(({ pattern, urlTemplate }) => [pattern, urlTemplate]));
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = compileLinkifiers(definitions);
  compiled.set(key, made, { size: key.length });
  return made;
}
