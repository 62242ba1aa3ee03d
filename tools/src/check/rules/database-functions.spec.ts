import { afterAll, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { databaseFunctions } from './database-functions.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const SCHEMA = {
  'prisma/schema/channels.prisma': 'model Channel {\n  id Int @id\n\n  @@map("channel")\n}\n',
  'prisma/schema/messaging.prisma': 'model Draft {\n  id Int @id\n\n  @@map("draft")\n}\n',
};
const ARCHITECTURE = '| function | writes rows of |\n|---|---|\n| `wake` | channels |\n\nThe `other` text.\n';

const HEADER = '-- Wakes a channel.\n-- Called by: messaging, in a send.\n-- Writes: channel.\n';
const wake = (body: string, more = '') =>
  `${HEADER}CREATE OR REPLACE FUNCTION wake(channel integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$ ${body} $$;
REVOKE ALL ON FUNCTION wake(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wake(integer) TO parley_messaging;
${more}`;
const WAKE = wake('UPDATE channel SET is_awake = true WHERE id = wake.channel');
const FILE = 'prisma/functions/channels/wake.sql';

const found = (files: Record<string, string>) =>
  scratch.findings(databaseFunctions, { ...SCHEMA, 'docs/ARCHITECTURE.md': ARCHITECTURE, ...files });

it('a function that writes tables of its owner for another service, and is listed, is accepted', async () => {
  expect(await found({ [FILE]: WAKE })).toEqual([]);
});

it('a function of a folder that owns no tables is rejected', async () => {
  expect(await found({ [FILE]: WAKE, 'prisma/functions/gateway/f.sql': WAKE, 'prisma/functions/f.sql': WAKE })).toEqual([
    'prisma/functions/f.sql:1 This is not a function of an owner of tables.',
    'prisma/functions/gateway/f.sql:1 This is not a function of an owner of tables.',
  ]);
});

it('a header without callers or tables is rejected', async () => {
  expect(await found({ [FILE]: WAKE.replace(HEADER, '-- Wakes.\n') })).toEqual([
    `${FILE}:1 The header does not say "Called by:".`,
    `${FILE}:1 The header does not say "Writes:".`,
  ]);
});

it('a file that defines another function, several, or one that cannot be applied again, is rejected', async () => {
  const fault = `${FILE}:1 The file does not define the function wake, and no other, repeatably.`;
  expect(await found({ [FILE]: WAKE.replace('FUNCTION wake(c', 'FUNCTION rouse(c') })).toEqual([fault]);
  expect(await found({ [FILE]: WAKE.replace('CREATE OR REPLACE', 'CREATE') })).toEqual([fault]);
  expect(await found({ [FILE]: `${WAKE}CREATE OR REPLACE FUNCTION g() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;` })).toEqual([fault]);
});

it('a SECURITY DEFINER function that every role may call, or without a search_path, is rejected', async () => {
  expect(await found({ [FILE]: WAKE.replace(/^REVOKE.*\n/m, '') })).toEqual([
    `${FILE}:1 Every role may call this SECURITY DEFINER function.`,
  ]);
  expect(await found({ [FILE]: WAKE.replace(' SET search_path = public', '') })).toEqual([
    `${FILE}:1 A SECURITY DEFINER function does not set its search_path.`,
  ]);
});

it('a write to a table of another owner is rejected, a mention in a comment is not', async () => {
  expect(await found({ [FILE]: wake('DELETE FROM draft') })).toEqual([
    `${FILE}:1 A function of channels writes draft, which belongs to messaging.`,
  ]);
  expect(await found({ [FILE]: WAKE.replace('-- Wakes', '-- No DELETE FROM draft. Wakes') })).toEqual([]);
});

it('a crossing that ARCHITECTURE does not list is rejected, and so is a listed one that does not exist', async () => {
  expect(await found({ [FILE]: WAKE, 'docs/ARCHITECTURE.md': ARCHITECTURE.replace('`wake`', '`sleep`') })).toEqual([
    `${FILE}:1 Other services write tables of channels through this function, but docs/ARCHITECTURE.md does not list it.`,
    'docs/ARCHITECTURE.md:3 There is no function sleep.',
  ]);
});

it('a function that only its owner calls, or that only reads, needs no line in ARCHITECTURE', async () => {
  const own = WAKE.replace('TO parley_messaging', 'TO parley_channels');
  expect(await found({ [FILE]: own, 'docs/ARCHITECTURE.md': '' })).toEqual([]);
  expect(await found({ [FILE]: wake('SELECT id FROM channel'), 'docs/ARCHITECTURE.md': '' })).toEqual([]);
});
