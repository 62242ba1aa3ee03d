import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { repositoryPath } from '../repository.js';

const files = [
  'libs/runtime/src/config.ts',
  'libs/push/src/push-config.ts',
  // The web app runs in browsers and has none.
  ...readdirSync(repositoryPath('apps')).map((app) => `apps/${app}/src/config.ts`),
].filter((file) => existsSync(repositoryPath(file)));
const declared = new Set(
  files.flatMap((file) => [...readFileSync(repositoryPath(file), 'utf8').matchAll(/\b([A-Z][A-Z0-9_]+): /g)].map(([, name = '']) => name)),
);
/** Names in the first column of a table. */
const documented = new Set(
  readFileSync(repositoryPath('docs/operations.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name)),
);

describe('docs/operations.md', () => {
  it('names every variable that a process reads, and no other', () => {
    expect(declared).toContain('DATABASE_URL');
    expect([...documented].sort()).toEqual([...declared].sort());
  });
});
