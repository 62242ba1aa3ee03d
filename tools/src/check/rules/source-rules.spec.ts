// The rules that check one file at a time, with what each accepts and rejects.
import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { exactTypes } from './exact-types.js';
import { names } from './names.js';
import { schemasMadeOnce } from './schemas-made-once.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

describe('exact-types', () => {
  it('accepts unknown, single casts, and the words in texts', async () => {
    const text = "const a = value as unknown;\nconst b = 'any as unknown as';\nconst c = x as const;\n// as unknown as, any\n";
    expect(await scratch.findings(exactTypes, { 'apps/gateway/src/a.ts': text })).toEqual([]);
  });

  it.each([
    ['const a = b as unknown as C;', 'A double cast, `as unknown as`.'],
    ['// @ts-ignore', 'The comment @ts-ignore.'],
    ['// @ts-expect-error: later', 'The comment @ts-expect-error.'],
    ['// @ts-nocheck', 'The comment @ts-nocheck.'],
    ['// biome-ignore-all lint: later', 'The comment biome-ignore-all.'],
  ])('rejects %s', async (text, message) => {
    expect(await scratch.findings(exactTypes, { 'libs/rpc/src/a.ts': `\n${text}\n` })).toEqual([`libs/rpc/src/a.ts:2 ${message}`]);
  });
});

describe('names', () => {
  it('accepts names that describe the content', async () => {
    expect(await scratch.findings(names, { 'apps/gateway/src/held-polls/commonmark.ts': '', 'apps/gateway/src/a.it-spec.ts': '' })).toEqual(
      [],
    );
  });

  it.each([['utils.ts'], ['string-helpers.ts'], ['common/parse.ts'], ['queue-manager.ts'], ['misc.spec.ts']])(
    'refuses %s',
    async (name) => {
      expect(await scratch.findings(names, { [`apps/gateway/src/${name}`]: '' })).toHaveLength(1);
    },
  );

  it.each([['SendMessage.ts'], ['send_message.ts'], ['Messages/send.ts']])('rejects the spelling of %s', async (name) => {
    expect(await scratch.findings(names, { [`apps/gateway/src/${name}`]: '' })).toHaveLength(1);
  });
});

describe('schemas-made-once', () => {
  it('accepts schemas that are constants, or that a function returns', async () => {
    const text = 'const row = z.object({});\nrow.parse(a);\nrows(reader, row, sql);\nconst of = () => z.array(row);\nJSON.parse(z.text);\n';
    expect(await scratch.findings(schemasMadeOnce, { 'apps/gateway/src/a.ts': text })).toEqual([]);
  });

  it.each([
    'z.object({ a: z.int() }).parse(value);',
    'z.array(row).nullable().safeParse(value);',
    'await rows(reader, z.object({ a: z.int() }), statement);',
    'select(z.object({}), statement);',
    'rows(reader, row.extend({ a: z.int() }), statement);',
  ])('rejects %s', async (text) => {
    expect(await scratch.findings(schemasMadeOnce, { 'libs/rpc/src/a.ts': `\n${text}\n` })).toEqual([
      'libs/rpc/src/a.ts:2 A schema that is made for each call.',
    ]);
  });
});
