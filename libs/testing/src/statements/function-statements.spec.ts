import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import { loadModule } from 'libpg-query';
import { functionStatements } from './function-statements.js';
import { organizationKeys } from './organization-keys.js';
import { unboundTables } from './unbound-tables.js';

const FOLDER = new URL('../../../../prisma/functions/', import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));

const OF_A_SEND = 'A send calls it with a channel or a sender that its statement has checked.';
/** What functions may read without the organization, with the reason. */
const ALLOWED: Readonly<Record<string, { readonly tables: readonly string[]; readonly reason: string }>> = {
  channel_subscribers: { tables: ['subscription s'], reason: OF_A_SEND },
  is_public_channel: { tables: ['channel c'], reason: OF_A_SEND },
  message_receivers: { tables: ['subscription_span s'], reason: OF_A_SEND },
  open_channel_is_public: { tables: ['channel c'], reason: OF_A_SEND },
  users_muting: { tables: ['muted_user m'], reason: OF_A_SEND },
  new_log_incarnation: { tables: ['organization_counter'], reason: 'It is for the whole server.' },
};

beforeAll(() => loadModule());

it.each(FILES)('%s binds each table to the organization', (path) => {
  const { name, statements, variables } = functionStatements(readFileSync(new URL(path, FOLDER), 'utf8'));
  expect(statements).not.toEqual([]);
  const keys = organizationKeys();
  const unbound = new Set(statements.flatMap((statement) => unboundTables(statement, keys, variables)));
  expect([...unbound]).toEqual(ALLOWED[name]?.tables ?? []);
});

it('finds a table without the organization in both languages', () => {
  const keys = organizationKeys();
  const unboundIn = (file: string) => {
    const { statements, variables } = functionStatements(file);
    return statements.flatMap((statement) => unboundTables(statement, keys, variables));
  };
  const forget = (body: string) => `CREATE FUNCTION forget(organization int, account int) RETURNS void ${body}`;
  const bare = 'DELETE FROM draft WHERE user_id = account';
  expect(unboundIn(forget(`LANGUAGE sql AS $$ ${bare} $$`))).toEqual(['draft']);
  expect(unboundIn(forget(`LANGUAGE plpgsql AS $$ BEGIN ${bare}; END $$`))).toEqual(['draft']);
  expect(unboundIn(forget(`LANGUAGE plpgsql AS $$ BEGIN IF EXISTS (SELECT FROM draft) THEN RETURN; END IF; END $$`))).toEqual(['draft']);
  expect(unboundIn(forget(`LANGUAGE plpgsql AS $$ BEGIN ${bare} AND organization_id = organization; END $$`))).toEqual([]);
});
