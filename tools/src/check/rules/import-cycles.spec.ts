import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { importCycles } from './import-cycles.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());
const found = (files: Record<string, string>) => scratch.findings(importCycles, files);

describe('import-cycles', () => {
  it('passes files that share what they import', async () => {
    expect(
      await found({
        'apps/messaging/src/a.ts': "import './b.js';\nimport './c.js';\n",
        'apps/messaging/src/b.ts': "import './d.js';\n",
        'apps/messaging/src/c.ts': "import './d.js';\n",
        'apps/messaging/src/d.ts': '',
      }),
    ).toEqual([]);
  });

  it('passes a circle that types close, because it is gone when the program runs', async () => {
    expect(
      await found({
        'apps/messaging/src/a.ts': "import { b } from './b.js';\n",
        'apps/messaging/src/b.ts': "import type { A } from './a.js';\n",
      }),
    ).toEqual([]);
  });

  it('finds a circle through other files and shows the way', async () => {
    expect(
      await found({
        'apps/messaging/src/a.ts': "import 'node:fs';\nimport './deep/b.js';\n",
        'apps/messaging/src/deep/b.ts': "export * from '../c.js';\n",
        'apps/messaging/src/c.ts': "import './a.js';\n",
      }),
    ).toEqual([
      'apps/messaging/src/a.ts:2 Imports in a circle: apps/messaging/src/a.ts -> apps/messaging/src/deep/b.ts -> apps/messaging/src/c.ts -> apps/messaging/src/a.ts.',
    ]);
  });

  it('finds a file that imports itself', async () => {
    expect(await found({ 'apps/messaging/src/a.ts': "import './a.js';\n" })).toHaveLength(1);
  });
});
