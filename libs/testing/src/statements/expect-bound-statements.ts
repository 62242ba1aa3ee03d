import { loadModule } from 'libpg-query';
import { ALLOWED_STATEMENTS } from './allowed-statements.js';
import { organizationKeys } from './organization-keys.js';
import { takeRecorded } from './recorded-statements.js';
import { unboundTables } from './unbound-tables.js';

/** Each text is parsed once per process. */
const checked = new Set<string>();
let keys: ReadonlyMap<string, string> | undefined;

/** @throws Error if a statement that was recorded since the last call reads a table of organizations without binding it to one */
export async function expectBoundStatements(): Promise<void> {
  await loadModule();
  keys ??= organizationKeys();
  const unchecked = takeRecorded().filter((text) => !checked.has(text));
  const found: string[] = [];
  for (const text of unchecked) {
    checked.add(text);
    const unbound = notAllowed(text, unboundTables(text, keys));
    if (unbound.length > 0) found.push(`${unbound.join(', ')}: ${inOneLine(text)}`);
  }
  if (found.length > 0) throw new Error(`These tables are not bound to an organization (docs/adr/0025):\n${found.join('\n')}`);
}

function notAllowed(text: string, unbound: readonly string[]): string[] {
  if (unbound.length === 0) return [];
  const line = inOneLine(text);
  const allowed = new Set(ALLOWED_STATEMENTS.filter(({ part }) => line.includes(part)).flatMap(({ tables }) => tables));
  return unbound.filter((table) => !allowed.has(table));
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
