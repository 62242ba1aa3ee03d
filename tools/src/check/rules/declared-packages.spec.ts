import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { declaredPackages } from './declared-packages.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const PACKAGE = JSON.stringify({ dependencies: { zod: '1', '@nestjs/common': '1', pg: '1' }, devDependencies: { 'fast-check': '1' } });
const found = (files: Record<string, string>) => scratch.findings(declaredPackages, { 'package.json': PACKAGE, ...files });

describe('declared-packages', () => {
  it("accepts declared packages, their inner paths, Node's modules, and development packages in tests and tools", async () => {
    expect(
      await found({
        'apps/gateway/src/a.ts':
          "import 'zod/v4';\nimport '@nestjs/common';\nimport 'node:fs';\nimport 'fs/promises';\nimport './b.js';\nimport '@parley/rpc';\n",
        'apps/gateway/src/a.spec.ts': "import 'fast-check';\n",
        'libs/testing/src/a.ts': "import 'fast-check';\n",
        'tools/src/a.ts': "import 'fast-check';\n",
      }),
    ).toEqual([]);
  });

  it('rejects an undeclared package', async () => {
    expect(await found({ 'tools/src/a.ts': "import '@types/thing/a';\nimport 'lodash';\n" })).toEqual([
      "tools/src/a.ts:1 '@types/thing' is not in package.json.",
      "tools/src/a.ts:2 'lodash' is not in package.json.",
    ]);
  });

  it('rejects a development package in deployed code, including the migrator', async () => {
    const text = "import 'fast-check';\n";
    expect(await found({ 'apps/gateway/src/a.ts': text, 'tools/src/migrate/a.ts': text })).toEqual([
      "apps/gateway/src/a.ts:1 'fast-check' is a development package, but services run without those.",
      "tools/src/migrate/a.ts:1 'fast-check' is a development package, but services run without those.",
    ]);
  });
});
