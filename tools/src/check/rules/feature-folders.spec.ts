import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { featureFolders } from './feature-folders.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());
const found = (files: Record<string, string>) => scratch.findings(featureFolders, files);

describe('feature-folders', () => {
  it('accepts folders that import in one direction, and files beside the folders', async () => {
    expect(
      await found({
        'apps/organization/src/users/a.ts': "import '../bots/b.js';\nimport '../change.js';\n",
        'apps/organization/src/bots/b.ts': "import './c.js';\nimport '../change.js';\n",
        'apps/organization/src/bots/c.ts': '',
        'apps/organization/src/change.ts': '',
      }),
    ).toEqual([]);
  });

  it('finds folders that import each other, also types and in different files', async () => {
    expect(
      await found({
        'apps/organization/src/users/a.ts': "import type { B } from '../bots/b.js';\n",
        'apps/organization/src/bots/b.ts': '',
        'apps/organization/src/bots/c.ts': "\nimport '../users/deep/d.js';\n",
        'apps/organization/src/users/deep/d.ts': '',
      }),
    ).toEqual(['apps/organization/src/bots/c.ts:2 The folders bots and users import each other.']);
  });

  it('finds them in contracts too, except for examples', async () => {
    expect(
      await found({
        'libs/contracts/src/messaging/a.ts': "import '../channels/b.js';\nimport '../examples/c.js';\n",
        'libs/contracts/src/channels/b.ts': "import '../messaging/a.js';\n",
        'libs/contracts/src/examples/c.ts': "import '../messaging/a.js';\n",
      }),
    ).toEqual(['libs/contracts/src/channels/b.ts:1 The folders channels and messaging import each other.']);
  });
});
