import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { checkWorkspace } from './check-workspace.js';
import { fixWorkspace } from './fix-workspace.js';
import { ScratchWorkspaces } from './scratch-workspace.js';

// Compilers run here, possibly on a busy machine.
jest.setTimeout(120_000);

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

async function run(root: string, ...args: string[]) {
  const said: string[] = [];
  const exitCode = await checkWorkspace(['--root', root, ...args], (text) => said.push(text));
  return { exitCode, text: said.join('\n') };
}

describe('npm run check', () => {
  it('exits with 0 if all rules hold and with 1 if one is broken, and prints the summary', async () => {
    const { root } = scratch.write({ 'apps/gateway/src/a.ts': "import '@parley/messaging';\n" });
    const json = join(root, 'report.json');
    expect(await run(root, '--rule', 'names', '--json', json)).toEqual({ exitCode: 0, text: 'All 1 rules hold.' });
    const broken = await run(root, '--rule', 'names', '--rule', 'layers', '--json', json);
    expect(broken.exitCode).toBe(1);
    expect(broken.text).toContain('apps/gateway/src/a.ts:1  [layers]\n    gateway imports the app messaging.');
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      passed: 1,
      failed: 1,
      rules: [
        { rule: 'names', violations: [] },
        { rule: 'layers', violations: [{ file: 'apps/gateway/src/a.ts', line: 1 }] },
      ],
    });
  });

  it('lists the rules if an unknown one is requested', async () => {
    await expect(run(scratch.write({}).root, '--rule', 'nothing')).rejects.toThrow(
      /There is no rule 'nothing'. The rules are: format-and-lint,/,
    );
  });
});

describe('--fix', () => {
  it('writes the dependencies that the imports require, and formats', async () => {
    const { root } = scratch.write({
      'biome.json': '{ "javascript": { "formatter": { "quoteStyle": "single" } } }',
      'libs/markdown/project.json': '{ "name": "markdown", "tags": ["layer:domain"], "implicitDependencies": ["rpc"], "targets": {} }',
      'libs/markdown/src/index.ts': 'export * from "@parley/contracts"',
    });
    await fixWorkspace(root);
    expect(JSON.parse(readFileSync(join(root, 'libs/markdown/project.json'), 'utf8'))).toEqual({
      name: 'markdown',
      tags: ['layer:domain'],
      implicitDependencies: ['contracts'],
      targets: {},
    });
    expect(readFileSync(join(root, 'libs/markdown/src/index.ts'), 'utf8')).toBe("export * from '@parley/contracts';\n");
  });
});
