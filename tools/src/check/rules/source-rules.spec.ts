// The rules that check one file at a time, with what each accepts and rejects.
import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { barrels } from './barrels.js';
import { exactTypes } from './exact-types.js';
import { fileLength } from './file-length.js';
import { names } from './names.js';
import { processEnv } from './process-env.js';
import { wholeTests } from './whole-tests.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

describe('process-env', () => {
  it('accepts libs/runtime, tools and e2e, and code that does not read the environment', async () => {
    expect(
      await scratch.findings(processEnv, {
        'libs/runtime/src/config.ts': 'parse(process.env);',
        'tools/src/a.ts': 'spawn({ env: process.env });',
        'e2e/client/world.ts': 'process.env.PARLEY_BASE_URL;',
        'apps/gateway/src/a.ts': 'process.exitCode = 1; config.env; // process.env\n',
      }),
    ).toEqual([]);
  });

  it.each([
    ['process.env.PORT;'],
    ["process['env'];"],
    ['const { env } = process;'],
    ["import { env } from 'node:process';"],
    ['globalThis.process.env;'],
    ['const all = { ...process.env };'],
  ])('rejects %s anywhere else', async (text) => {
    expect(await scratch.findings(processEnv, { 'apps/gateway/src/a.ts': `\n${text}\n` })).toEqual([
      'apps/gateway/src/a.ts:2 The environment is read outside libs/runtime.',
    ]);
  });
});

describe('exact-types', () => {
  it('accepts unknown, single casts, and the words in texts', async () => {
    const text = "const a = value as unknown;\nconst b = 'any as unknown as';\nconst c = x as const;\n// as unknown as, any\n";
    expect(await scratch.findings(exactTypes, { 'apps/gateway/src/a.ts': text })).toEqual([]);
  });

  it.each([
    ['let a: any;', 'The type `any`.'],
    ['const a = parse<Map<string, any>>(b);', 'The type `any`.'],
    ['const a = b as unknown as C;', 'A double cast, `as unknown as`.'],
    ['// @ts-ignore', 'The comment @ts-ignore.'],
    ['// @ts-expect-error: later', 'The comment @ts-expect-error.'],
    ['// @ts-nocheck', 'The comment @ts-nocheck.'],
    ['// biome-ignore-all lint: later', 'The comment biome-ignore-all.'],
  ])('rejects %s', async (text, message) => {
    expect(await scratch.findings(exactTypes, { 'libs/rpc/src/a.ts': `\n${text}\n` })).toEqual([`libs/rpc/src/a.ts:2 ${message}`]);
  });
});

describe('barrels', () => {
  it("accepts a library's public index.ts and direct imports", async () => {
    expect(
      await scratch.findings(barrels, {
        'libs/rpc/src/index.ts': "export * from './serves.js';\n",
        'apps/gateway/src/a.ts': "export { b } from './b.js';\n",
      }),
    ).toEqual([]);
  });

  it('rejects an index.ts and a re-export of everything inside an app', async () => {
    expect(
      await scratch.findings(barrels, {
        'apps/gateway/src/polls/index.ts': '',
        'apps/gateway/src/all.ts': "\nexport * from './a.js';\n",
      }),
    ).toEqual(['apps/gateway/src/all.ts:2 `export * from` inside an app.', 'apps/gateway/src/polls/index.ts:1 An index.ts inside an app.']);
  });
});

describe('file-length', () => {
  const lines = (count: number) => 'let a;\n'.repeat(count);

  it('accepts 400 lines, and more if the first line has a reason', async () => {
    const reasoned = `// Long because one table of errors is easier to search than seven.\n${lines(500)}`;
    expect(await scratch.findings(fileLength, { 'apps/gateway/src/a.ts': lines(400), 'apps/gateway/src/b.ts': reasoned })).toEqual([]);
  });

  it('rejects 401 lines, and a first line without a reason', async () => {
    expect(
      await scratch.findings(fileLength, { 'apps/gateway/src/a.ts': lines(401), 'apps/gateway/src/b.ts': `// Long\n${lines(500)}` }),
    ).toEqual(['apps/gateway/src/a.ts:401 401 lines, the limit is 400.', 'apps/gateway/src/b.ts:401 501 lines, the limit is 400.']);
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

describe('whole-tests', () => {
  it('accepts tests that run', async () => {
    const text = "describe('a', () => { it('b', () => {}); it.each([1])('c', () => {}); list.only; fit; });\n";
    expect(await scratch.findings(wholeTests, { 'apps/gateway/src/a.spec.ts': text })).toEqual([]);
  });

  it.each([
    ["it.skip('a', () => {});"],
    ["describe.only('a', () => {});"],
    ["test.todo('a');"],
    ["it.failing('a', () => {});"],
    ["it.only.each([1])('a', () => {});"],
    ["(isCi ? it : it.skip)('a', () => {});"],
    ["xit('a', () => {});"],
    ["fdescribe('a', () => {});"],
  ])('rejects %s', async (text) => {
    expect(await scratch.findings(wholeTests, { 'e2e/api/a.e2e-spec.ts': `\n${text}\n` })).toHaveLength(1);
  });
});
