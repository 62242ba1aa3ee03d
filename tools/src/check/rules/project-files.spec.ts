import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { projectFiles } from './project-files.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

/** A library without violations, with the changes of a test. */
function policies(project: object, files: Record<string, string> = {}) {
  return scratch.findings(projectFiles, {
    'libs/policies/project.json': JSON.stringify({
      name: 'policies',
      tags: ['layer:domain'],
      implicitDependencies: ['contracts'],
      ...project,
    }),
    'libs/policies/package.json': JSON.stringify({ name: '@parley/policies' }),
    'libs/policies/src/index.ts': "import type { Role } from '@parley/contracts';\n",
    ...files,
  });
}

describe('project-files', () => {
  it('accepts a project with correct tag and dependencies', async () => {
    expect(await policies({})).toEqual([]);
  });

  it('ignores imports of tests, which need no build', async () => {
    expect(await policies({}, { 'libs/policies/src/a.spec.ts': "import '@parley/testing';\n" })).toEqual([]);
  });

  it('finds an import that is missing in implicitDependencies, and prints the line to add', async () => {
    const [violation] = await projectFiles.check(
      scratch.write({
        'libs/policies/project.json': JSON.stringify({ name: 'policies', tags: ['layer:domain'] }),
        'libs/policies/package.json': JSON.stringify({ name: '@parley/policies' }),
        'libs/policies/src/index.ts': "import '@parley/contracts';\n",
      }),
    );
    expect(violation).toEqual({
      file: 'libs/policies/project.json',
      line: 1,
      message: 'It imports @parley/contracts, which implicitDependencies does not name: Nx may build in the wrong order.',
      fix: 'Set "implicitDependencies": ["contracts"], or run npm run check -- --fix.',
    });
  });

  it('finds a dependency that is not imported', async () => {
    expect(await policies({ implicitDependencies: ['contracts', 'markdown'] })).toEqual([
      'libs/policies/project.json:1 implicitDependencies names markdown, which it does not import.',
    ]);
  });

  it.each([
    ['no tag', [], 'It has 0 layer tags.'],
    ['two tags', ['layer:domain', 'layer:app'], 'It has 2 layer tags.'],
    ['a wildcard', ['layer:*'], "'layer:*' is no layer."],
    ['another layer', ['layer:platform'], 'It is tagged layer:platform, dependency-rule.ts says domain.'],
  ])('finds %s', async (_, tags, message) => {
    expect(await policies({ tags })).toEqual([`libs/policies/project.json:1 ${message}`]);
  });

  it('finds a project with a wrong name, without a project.json, or without an entry in the dependency rule', async () => {
    expect(await policies({ name: 'rules' })).toEqual(["libs/policies/project.json:1 The project in libs/policies/ calls itself 'rules'."]);
    expect(await policies({}, { 'libs/policies/package.json': '{"name":"policies"}' })).toEqual([
      'libs/policies/project.json:1 libs/policies/package.json is missing or has another name.',
    ]);
    expect(await scratch.findings(projectFiles, { 'libs/rpc/src/index.ts': '' })).toEqual([
      'libs/rpc/project.json:1 libs/rpc/ has no project.json.',
    ]);
    expect(await scratch.findings(projectFiles, { 'apps/billing/project.json': '{"name":"billing"}' })).toEqual([
      'apps/billing/project.json:1 billing is not in the dependency rule.',
    ]);
  });
});
