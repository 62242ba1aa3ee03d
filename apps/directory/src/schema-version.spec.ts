import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { DIRECTORY_VERSION } from './schema-version.js';

it('is the newest migration of the directory', () => {
  const migrations = readdirSync(new URL('../../../prisma/directory/migrations/', import.meta.url));
  expect(DIRECTORY_VERSION).toBe(migrations.sort().at(-1));
});
