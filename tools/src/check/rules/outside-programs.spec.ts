// The two rules that other programs check, run on temporary copies of the configuration.
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { formatAndLint } from './format-and-lint.js';
import { parseDiagnostics, types } from './types.js';

// Compilers run here, possibly on a busy machine.
jest.setTimeout(120_000);

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const configuration = {
  'package.json': '{\n  "type": "module"\n}\n',
  ...Object.fromEntries(
    ['biome.json', 'tsconfig.base.json', 'tsconfig.check.json', '.gitignore'].map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]),
  ),
};
const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

async function found(rule: typeof types, files: Record<string, string>) {
  const workspace = scratch.write({ ...configuration, ...files });
  symlinkSync(join(ROOT, 'node_modules'), join(workspace.root, 'node_modules'));
  return (await rule.check(workspace)).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

describe('format-and-lint', () => {
  it('accepts a formatted file', async () => {
    expect(await found(formatAndLint, { 'apps/gateway/src/a.ts': "export const a = 'b';\n" })).toEqual([]);
  });

  it('rejects wrong format, import order, lint errors, and console in services', async () => {
    const findings = await found(formatAndLint, {
      'apps/gateway/src/format.ts': 'export const a = "b"\n',
      'apps/gateway/src/order.ts': "import { z } from './z.js';\nimport { a } from './a.js';\n\nexport const all = [a, z];\n",
      'apps/gateway/src/lint.ts': 'export const first = (list: string[]) => list[0]!;\n',
      'apps/gateway/src/console.ts': "console.log('a');\n",
      'tools/src/console.ts': "console.log('a');\n",
    });
    expect(findings.map((each) => each.split(' ')[0]).sort()).toEqual([
      'apps/gateway/src/console.ts:1',
      'apps/gateway/src/format.ts:1',
      'apps/gateway/src/lint.ts:1',
      'apps/gateway/src/order.ts:1',
    ]);
    expect(findings).toContain('apps/gateway/src/format.ts:1 It is not formatted.');
  });
});

describe('types', () => {
  it('accepts correct types, and rejects wrong ones', async () => {
    expect(await found(types, { 'apps/gateway/src/a.ts': 'export const a: number = 1;\n' })).toEqual([]);
    expect(await found(types, { 'apps/gateway/src/a.ts': "\nexport const a: number = 'b';\n" })).toEqual([
      "apps/gateway/src/a.ts:2 Type 'string' is not assignable to type 'number'. (TS2322)",
    ]);
  });

  it('rejects access to an index that may be missing (the strict options are on)', async () => {
    const text = 'export const first = (list: readonly string[]): string => list[0];\n';
    expect(await found(types, { 'apps/gateway/src/a.ts': text })).toHaveLength(1);
  });

  it('reports an error in the configuration itself', () => {
    expect(parseDiagnostics("error TS5083: Cannot read file 'tsconfig.base.json'.\n")).toEqual([
      { file: 'tsconfig.check.json', line: 1, message: "Cannot read file 'tsconfig.base.json'. (TS5083)", fix: 'Correct the type.' },
    ]);
  });
});
