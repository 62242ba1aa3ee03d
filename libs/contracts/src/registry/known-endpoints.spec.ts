import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from './index.js';

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** Names of path parameters differ between the two lists. */
const unified = (endpoint: string) => endpoint.replaceAll(/\{[^}]*\}/g, '{}');

const known = textOf('known-endpoints.txt').trim().split('\n');
const declared = new Set(ENDPOINTS.map(({ method, path }) => unified(`${method} ${path}`)));
const [, section = ''] = textOf('../../../../docs/clients.md').split('### Endpoints that Parley does not have\n');
const [table = ''] = section.split('\n#');
/** The first column of the table, with at least a word in the second. */
const missing = [...table.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)` \| \S/gm)].map(([, name = '']) => name);

describe('the endpoints that the API of stock clients has', () => {
  it('are each declared, or named in docs/clients.md with the reason', () => {
    const absent = known.filter((endpoint) => !declared.has(unified(endpoint)));
    expect([...new Set(missing)].sort()).toEqual(absent.sort());
  });
});
