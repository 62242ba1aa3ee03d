import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NOT_PERSONAL, PERSONAL_ROWS } from '../src/portability/personal-data.js';
import { type FilledOrganization, filledOrganization } from './filled-organization.js';
import { OperatedSuite } from './operated-suite.js';

/** Names of columns with ids of users. */
const USER_COLUMNS = [
  'user_id',
  'sender_id',
  'owner_id',
  'author_id',
  'creator_id',
  'inviter_id',
  'bot_id',
  'bot_owner_id',
  'actor_id',
  'acting_user_id',
];

let suite: OperatedSuite;
let folder: string;
let organization: FilledOrganization;
beforeAll(async () => {
  suite = await OperatedSuite.open('organization');
  folder = await mkdtemp(join(tmpdir(), 'parley-person-'));
  organization = await filledOrganization(suite);
}, 120_000);
afterAll(async () => {
  await suite.close();
  await rm(folder, { recursive: true });
});

const run = (whom: string, to: string, stringId = organization.stringId) =>
  suite.run('export-person', stringId, whom, '--to', join(folder, to));
const linesOf = async (to: string, table: string): Promise<Record<string, unknown>[]> => {
  const text = await readFile(join(folder, to, 'tables', `${table}.jsonl`), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
};

describe('the export of a person', () => {
  it('knows every column with ids of users', async () => {
    const found = await suite.stores.database.client.$queryRaw<{ name: string }[]>`
      SELECT c.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname = ANY (${USER_COLUMNS})`;
    const named = [...PERSONAL_ROWS.map(({ table, column }) => `${table}.${column}`), ...Object.values(NOT_PERSONAL).flat()];
    expect(named.filter((name) => name !== 'user_account.id').sort()).toEqual(found.map(({ name }) => name).sort());
  });

  it('has what the person wrote, set and uploaded, with their files, and nothing of others', async () => {
    const [owner = 0, other = 0] = organization.userIds;
    expect(await run(String(owner), 'owner')).toMatchObject({ exitCode: 0 });
    for (const { table, column } of PERSONAL_ROWS) {
      for (const row of await linesOf('owner', table)) expect([table, row[column]]).toEqual([table, owner]);
    }
    const present = await Promise.all(PERSONAL_ROWS.map(async ({ table }) => [table, (await linesOf('owner', table)).length > 0] as const));
    const empty = present.filter(([, has]) => !has).map(([table]) => table);
    // The other person has these.
    expect(empty.sort()).toEqual(['audit_log', 'invitation_acceptance', 'message_flag', 'reaction']);
    expect(await linesOf('owner', 'places')).toEqual([
      { channel_id: expect.any(Number), name: 'general' },
      { conversation_id: expect.any(Number), with: [expect.stringMatching(/^User/)] },
    ]);
    const [upload = '', content = ''] = [...organization.files][0] ?? [];
    expect(await readFile(join(folder, 'owner', 'files', upload), 'utf8')).toBe(content);

    expect(await run(String(other), 'other')).toMatchObject({ exitCode: 0 });
    expect(await linesOf('other', 'message_flag')).not.toEqual([]);
    expect(await linesOf('other', 'draft')).toEqual([]);
  });

  it('has no credentials', async () => {
    const [invitation = {}] = await linesOf('owner', 'invitation');
    expect(Object.keys(invitation)).not.toEqual(expect.arrayContaining(['nonce']));
    expect(Object.keys(invitation)).not.toEqual(expect.arrayContaining(['token_digest']));
    const [token = {}] = await linesOf('owner', 'push_token');
    expect(token).toHaveProperty('service');
    expect(token).not.toHaveProperty('token');
    expect(token).not.toHaveProperty('token_digest');
    await expect(linesOf('owner', 'user_password')).rejects.toThrow(/ENOENT/);
    await expect(linesOf('owner', 'api_key')).rejects.toThrow(/ENOENT/);
  });

  it('is no export of an organization', async () => {
    expect(await suite.run('import-organization', '--from', join(folder, 'owner'))).toMatchObject({
      error: 'This is not the export of an organization: manifest.json is of another kind.\n',
    });
  });

  it('is refused for an unknown person or organization, and in a folder that is in use', async () => {
    const refused = (sentence: string) => ({ exitCode: 1, out: '', error: `${sentence}\n` });
    expect(await run('nobody@example.com', 'x')).toEqual(refused(`There is no user "nobody@example.com" in ${organization.stringId}.`));
    expect(await run('1', 'x', 'nowhere')).toEqual(
      refused('The database of DATABASE_URL has no organization "nowhere". If there are several cells, name that of its cell.'),
    );
    const [, other = 0] = organization.userIds;
    const used = join(folder, 'owner');
    expect(await run(String(other), 'owner')).toEqual(refused(`There is an export in ${used} already. Choose another folder.`));
  });
});
