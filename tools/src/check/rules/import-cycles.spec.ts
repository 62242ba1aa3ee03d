import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { importCycles } from './import-cycles.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());
const found = (files: Record<string, string>) => scratch.findings(importCycles, files);

describe('import-cycles', () => {
  it('accepts files that import the same file', async () => {
    expect(
      await found({
        'apps/messaging/src/a.ts': "import './b.js';\nimport './c.js';\n",
        'apps/messaging/src/b.ts': "import './d.js';\n",
        'apps/messaging/src/c.ts': "import './d.js';\n",
        'apps/messaging/src/d.ts': '',
      }),
    ).toEqual([]);
  });

  it('accepts a cycle through type imports, which do not exist at run time', async () => {
    expect(
      await found({
        'apps/messaging/src/a.ts': "import { b } from './b.js';\n",
        'apps/messaging/src/b.ts': "import type { A } from './a.js';\n",
      }),
    ).toEqual([]);
  });

  it('finds a cycle through other files and prints its path', async () => {
    expect(
      await found({
        'apps/messaging/src/a.ts': "import 'node:fs';\nimport './deep/b.js';\n",
        'apps/messaging/src/deep/b.ts': "export * from '../c.js';\n",
        'apps/messaging/src/c.ts': "import './a.js';\n",
      }),
    ).toEqual([
      'apps/messaging/src/a.ts:2 Import cycle: apps/messaging/src/a.ts -> apps/messaging/src/deep/b.ts -> apps/messaging/src/c.ts -> apps/messaging/src/a.ts.',
    ]);
  });

  it('finds a file that imports itself', async () => {
    expect(await found({ 'apps/messaging/src/a.ts': "import './a.js';\n" })).toHaveLength(1);
  });
});
