import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { projectFiles } from './project-files.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

/** A library without violations, with the changes of a test. */
function markdown(project: object, files: Record<string, string> = {}) {
  return scratch.findings(projectFiles, {
    'libs/markdown/project.json': JSON.stringify({
      name: 'markdown',
      tags: ['layer:domain'],
      implicitDependencies: ['contracts'],
      ...project,
    }),
    'libs/markdown/package.json': JSON.stringify({ name: '@parley/markdown' }),
    'libs/markdown/src/index.ts': "import type { Role } from '@parley/contracts';\n",
    ...files,
  });
}

describe('project-files', () => {
  it('accepts a project with correct tag and dependencies', async () => {
    expect(await markdown({})).toEqual([]);
  });

  it('ignores imports of tests, which need no build', async () => {
    expect(await markdown({}, { 'libs/markdown/src/a.spec.ts': "import '@parley/testing';\n" })).toEqual([]);
  });

  it('finds an import that is missing in implicitDependencies, and prints the line to add', async () => {
    const [violation] = await projectFiles.check(
      scratch.write({
        'libs/markdown/project.json': JSON.stringify({ name: 'markdown', tags: ['layer:domain'] }),
        'libs/markdown/package.json': JSON.stringify({ name: '@parley/markdown' }),
        'libs/markdown/src/index.ts': "import '@parley/contracts';\n",
      }),
    );
    expect(violation).toEqual({
      file: 'libs/markdown/project.json',
      line: 1,
      message: 'It imports @parley/contracts, which implicitDependencies does not name: Nx may build in the wrong order.',
      fix: 'Set "implicitDependencies": ["contracts"], or run npm run check -- --fix.',
    });
  });

  it('finds a dependency that is not imported', async () => {
    expect(await markdown({ implicitDependencies: ['contracts', 'runtime'] })).toEqual([
      'libs/markdown/project.json:1 implicitDependencies names runtime, which it does not import.',
    ]);
  });

  it.each([
    ['no tag', [], 'It has 0 layer tags.'],
    ['two tags', ['layer:domain', 'layer:app'], 'It has 2 layer tags.'],
    ['a wildcard', ['layer:*'], "'layer:*' is no layer."],
    ['another layer', ['layer:platform'], 'It is tagged layer:platform, dependency-rule.ts says domain.'],
  ])('finds %s', async (_, tags, message) => {
    expect(await markdown({ tags })).toEqual([`libs/markdown/project.json:1 ${message}`]);
  });

  it('finds a project with a wrong name, without a project.json, or without an entry in the dependency rule', async () => {
    expect(await markdown({ name: 'rules' })).toEqual(["libs/markdown/project.json:1 The project in libs/markdown/ calls itself 'rules'."]);
    expect(await markdown({}, { 'libs/markdown/package.json': '{"name":"markdown"}' })).toEqual([
      'libs/markdown/project.json:1 libs/markdown/package.json is missing or has another name.',
    ]);
    expect(await scratch.findings(projectFiles, { 'libs/rpc/src/index.ts': '' })).toEqual([
      'libs/rpc/project.json:1 libs/rpc/ has no project.json.',
    ]);
    expect(await scratch.findings(projectFiles, { 'apps/billing/project.json': '{"name":"billing"}' })).toEqual([
      'apps/billing/project.json:1 billing is not in the dependency rule.',
    ]);
  });
});
