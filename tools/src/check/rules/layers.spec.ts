import { afterAll, describe, expect, it } from '@jest/globals';
import { LAYERS, PROJECTS } from '../dependency-rule.js';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { layers } from './layers.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());
const found = (files: Record<string, string>) => scratch.findings(layers, files);

describe('the dependency rule as data', () => {
  it('has no imports upwards, and no cycles between libraries', () => {
    for (const [name, { layer, mayImport }] of Object.entries(PROJECTS)) {
      for (const target of mayImport) {
        const theirs = PROJECTS[target];
        const isLower = theirs !== undefined && LAYERS.indexOf(theirs.layer) < LAYERS.indexOf(layer);
        const isPeerLibrary = theirs?.layer === 'platform' && layer === 'platform' && !theirs.mayImport.includes(name);
        expect({ name, target, allowed: isLower || isPeerLibrary }).toEqual({ name, target, allowed: true });
      }
    }
  });
});

describe('imports that keep the rule', () => {
  it('go from apps down to contracts, and to Node and packages', async () => {
    expect(
      await found({
        'apps/messaging/src/main.ts':
          "import '@parley/event-log';\nimport '@parley/markdown';\nimport { join } from 'node:path';\nimport './near.js';\n",
        'libs/event-log/src/index.ts': "import '@parley/persistence';\nimport '@parley/rpc';\n",
        'libs/markdown/src/index.ts': "export * from '@parley/contracts';\n",
        'libs/contracts/src/index.ts': "import { z } from 'zod';\n",
      }),
    ).toEqual([]);
  });

  it('include @parley/testing and any package in tests', async () => {
    expect(
      await found({
        'apps/messaging/test/send-message.it-spec.ts': "import '@parley/testing';\nimport '../src/main.js';\n",
        'libs/contracts/src/wire/param.spec.ts': "import '@jest/globals';\nimport '@parley/testing';\n",
      }),
    ).toEqual([]);
  });
});

describe('imports of a part of a library', () => {
  const exports = (...names: string[]) => JSON.stringify({ exports: Object.fromEntries(names.map((name) => [name, './src/index.ts'])) });

  it('are those that its package.json exports', async () => {
    const source = "import '@parley/contracts/channels';\n";
    const path = 'apps/messaging/src/a.ts';
    expect(await found({ [path]: source, 'libs/contracts/package.json': exports('.', './channels') })).toEqual([]);
    const inside = [`${path}:1 '@parley/contracts/channels' reaches inside @parley/contracts.`];
    expect(await found({ [path]: source, 'libs/contracts/package.json': exports('.') })).toEqual(inside);
  });

  it('keep the direction of imports', async () => {
    const files = { 'libs/contracts/src/a.ts': "import '@parley/rpc/frames';\n", 'libs/rpc/package.json': exports('.', './frames') };
    expect(await found(files)).toEqual(['libs/contracts/src/a.ts:1 contracts (contracts) imports up: @parley/rpc (platform).']);
  });
});

describe('relative imports that leave a project', () => {
  it('are those in the rule file', async () => {
    const text = "import '../../tools/src/suite/suite.js';\n";
    expect(await found({ 'e2e/cluster/room.ts': text })).toEqual([]);
    expect(await found({ 'libs/testing/a.ts': text })).toEqual([
      "libs/testing/a.ts:1 '../../tools/src/suite/suite.js' leaves libs/testing/ by a relative path.",
    ]);
  });
});

describe('imports that break the rule', () => {
  it('go upwards from contracts', async () => {
    expect(await found({ 'libs/contracts/src/a.ts': "\nimport '@parley/markdown';\n" })).toEqual([
      'libs/contracts/src/a.ts:2 contracts (contracts) imports up: @parley/markdown (domain).',
    ]);
  });

  it('go from contracts to anything except zod, including Node', async () => {
    expect(await found({ 'libs/contracts/src/a.ts': "import 'node:fs';\nimport 'rxjs';\nimport 'zod';\n" })).toEqual([
      "libs/contracts/src/a.ts:1 contracts imports 'node:fs'.",
      "libs/contracts/src/a.ts:2 contracts imports 'rxjs'.",
    ]);
  });

  it('go between platform libraries without permission', async () => {
    expect(await found({ 'libs/jobs/src/a.ts': "import '@parley/rpc';\n" })).toEqual([
      'libs/jobs/src/a.ts:1 jobs (platform) imports beyond its list: @parley/rpc (platform).',
    ]);
  });

  it('go from one app to another, by name or by path', async () => {
    expect(await found({ 'apps/gateway/src/a.ts': "import '@parley/messaging';\nimport '../../messaging/src/main.js';\n" })).toEqual([
      'apps/gateway/src/a.ts:1 gateway imports the app messaging.',
      "apps/gateway/src/a.ts:2 '../../messaging/src/main.js' leaves apps/gateway/ by a relative path.",
    ]);
  });

  it('give the gateway a database', async () => {
    expect(await found({ 'apps/gateway/src/a.ts': "import '@parley/persistence';\n" })).toEqual([
      'apps/gateway/src/a.ts:1 gateway (app) imports beyond its list: @parley/persistence (platform).',
    ]);
  });

  it('import internals of a library', async () => {
    expect(await found({ 'apps/messaging/src/a.ts': "import '@parley/rpc/src/serves.js';\n" })).toEqual([
      "apps/messaging/src/a.ts:1 '@parley/rpc/src/serves.js' reaches inside @parley/rpc.",
    ]);
  });

  it('use @parley/testing in production', async () => {
    expect(await found({ 'libs/rpc/src/a.ts': "import '@parley/testing';\n" })).toEqual([
      'libs/rpc/src/a.ts:1 libs/rpc/src/a.ts is not a test but imports @parley/testing.',
    ]);
  });

  it('name a project that does not exist, or the project itself', async () => {
    expect(await found({ 'libs/rpc/src/a.ts': "import '@parley/nothing';\nimport '@parley/rpc';\n" })).toEqual([
      'libs/rpc/src/a.ts:1 @parley/nothing is not a project in dependency-rule.ts.',
      'libs/rpc/src/a.ts:2 rpc imports itself by name.',
    ]);
  });

  it('are found in every form of import', async () => {
    const forms = [
      "import type { A } from '@parley/rpc';",
      "export { B } from '@parley/rpc';",
      "export * from '@parley/rpc';",
      "const c = await import('@parley/rpc');",
      "type D = import('@parley/rpc').D;",
      "import E = require('@parley/rpc');",
      "const f = require('@parley/rpc');",
      "// import '@parley/rpc';",
      "const text = `import '@parley/rpc';`;",
    ];
    const lines = (await found({ 'libs/jobs/src/a.ts': `${forms.join('\n')}\n` })).map((line) => Number(line.split(':')[1]?.split(' ')[0]));
    expect(lines).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
