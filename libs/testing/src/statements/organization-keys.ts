import { readdirSync, readFileSync } from 'node:fs';

const SCHEMA = new URL('../../../../prisma/schema/', import.meta.url);
const MODEL = /^model \w+ \{$(.*?)^\}$/gms;

/** The column that holds the organization, of each table of prisma/schema that has one. */
export function organizationKeys(): Map<string, string> {
  const models = readdirSync(SCHEMA)
    .flatMap((file) => [...readFileSync(new URL(file, SCHEMA), 'utf8').matchAll(MODEL)])
    .map(([, body = '']) => body);
  const keys = new Map([['organization', 'id']]);
  for (const body of models) {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1];
    if (table !== undefined && /^\s+organizationId\s/m.test(body)) keys.set(table, 'organization_id');
  }
  return keys;
}
