import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { repositoryPath } from '../../repository.js';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { formatAndLint } from './format-and-lint.js';

jest.setTimeout(120_000);

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());
const lines = (count: number) => 'f();\n'.repeat(count);

/** What the linter of this repository refuses, as [path, text, rule]. */
const REFUSED: readonly (readonly [path: string, text: string, rule: string])[] = [
  ['apps/gateway/src/cycle-a.ts', "import './cycle-b.js';\n", 'noImportCycles'],
  ['apps/gateway/src/cycle-b.ts', "import './deep/cycle-c.js';\n", 'noImportCycles'],
  ['apps/gateway/src/deep/cycle-c.ts', "import '../cycle-a.js';\n", 'noImportCycles'],
  ['apps/gateway/src/self.ts', "import './self.js';\n", 'noSelfImport'],
  ['apps/gateway/src/barrel.ts', "export { a } from './a.js';\n", 'noBarrelFile'],
  ['apps/gateway/src/polls/index.ts', "export * from '../a.js';\n", 'noReExportAll'],
  ['apps/gateway/src/env.ts', 'export const a = process.env.PORT;\n', 'noProcessEnv'],
  ['apps/gateway/src/env-import.ts', "import { env } from 'node:process';\n\nexport const a = env.PORT;\n", 'noProcessEnv'],
  ['apps/gateway/src/env-global.ts', 'export const a = globalThis.process.env;\n', 'noProcessEnv'],
  ['apps/gateway/src/env-part.ts', 'const { env } = process;\nexport const a = env;\n', 'noJsRestrictedProperties'],
  ['apps/gateway/src/env-key.ts', "export const a = process['env'];\n", 'noJsRestrictedProperties'],
  ['apps/gateway/src/long.ts', lines(301), 'noExcessiveLinesPerFile'],
  ['apps/gateway/test/long.it-spec.ts', lines(401), 'noExcessiveLinesPerFile'],
  ['apps/gateway/src/long-function.ts', `export function a() {\n${lines(90)}}\n`, 'noExcessiveLinesPerFunction'],
  ['libs/rpc/src/any.ts', 'export let a: Map<string, any>;\n', 'noExplicitAny'],
  ['libs/rpc/src/floating.ts', "import { f } from './f.js';\n\nf();\n", 'noFloatingPromises'],
  ['libs/rpc/src/floating-array.ts', "import { f } from './f.js';\n\n[1].map(() => f());\n", 'noFloatingPromises'],
  ['libs/rpc/src/method.ts', 'export class A {\n  a() {\n    this.b();\n  }\n\n  async b() {}\n}\n', 'noFloatingPromises'],
  ['libs/rpc/src/lost.ts', "import { f } from './f.js';\n\nf().then(() => 1);\n", 'noFloatingPromises'],
  ['libs/rpc/src/misused.ts', "import { f } from './f.js';\n\nif (f()) throw new Error();\n", 'noMisusedPromises'],
  ['libs/rpc/src/for-each.ts', "import { f } from './f.js';\n\n[1].forEach(async () => f());\n", 'noMisusedPromises'],
  ['e2e/api/skip.e2e-spec.ts', "it.skip('a', () => f());\n", 'noSkippedTests'],
  ['e2e/api/skip-all.e2e-spec.ts', "describe.skip.each([1])('a', () => f());\n", 'noJsRestrictedProperties'],
  ['e2e/api/skip-if.e2e-spec.ts', "(isCi ? it : it.skip)('a', () => f());\n", 'noJsRestrictedProperties'],
  ['e2e/api/only.e2e-spec.ts', "it.only.each([1])('a', () => f());\n", 'noFocusedTests'],
  ['e2e/api/todo.e2e-spec.ts', "test.todo('a');\n", 'noJsRestrictedProperties'],
  ['e2e/api/failing.e2e-spec.ts', "it.failing('a', () => f());\n", 'noJsRestrictedProperties'],
  ['e2e/api/old-skip.e2e-spec.ts', "xit('a', () => f());\n", 'noSkippedTests'],
  ['e2e/api/old-only.e2e-spec.ts', "fdescribe('a', () => f());\n", 'noFocusedTests'],
];

/** What it must not refuse. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'libs/runtime/src/env.ts': 'export const a = process.env.PORT;\n',
  'tools/src/env.ts': 'export const a = process.env;\n',
  'libs/rpc/src/index.ts': "export * from './f.js';\n",
  'libs/rpc/src/f.ts': 'export const f = async () => 1;\n',
  'libs/rpc/src/ignored.ts': "import { f } from './f.js';\n\nvoid f();\n",
  'apps/gateway/src/a.ts': "import type { B } from './b.js';\n\nexport const a: B = 1;\n",
  'apps/gateway/src/b.ts': "import { a } from './a.js';\n\nexport type B = number;\nexport const b = a;\n",
  'apps/gateway/src/full.ts': lines(300),
  'apps/gateway/test/full.it-spec.ts': lines(400),
  'e2e/api/whole.e2e-spec.ts': "describe('a', () => it.each([1])('b', () => f()));\n",
};

describe('the linter', () => {
  let found: readonly string[];
  beforeAll(async () => {
    found = await scratch.findings(formatAndLint, {
      'biome.json': readFileSync(repositoryPath('biome.json'), 'utf8'),
      '.gitignore': 'node_modules\n',
      ...ACCEPTED,
      ...Object.fromEntries(REFUSED.map(([path, text]) => [path, text])),
    });
  });

  it.each(REFUSED.map(([path, , rule]) => [path, rule] as const))('rejects %s by %s', (path, rule) => {
    expect(found.filter((each) => each.startsWith(`${path}:`)).join('\n')).toContain(`/${rule})`);
  });

  it.each(Object.keys(ACCEPTED))('accepts %s', (path) => {
    expect(found.filter((each) => each.startsWith(`${path}:`))).toEqual([]);
  });
});
