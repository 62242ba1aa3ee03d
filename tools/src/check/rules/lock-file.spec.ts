import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { completeLock, packageLock } from '../workspace/package-lock.js';
import { lockFile } from './lock-file.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const wanted = { 'tool-darwin-arm64': '2.0.0', 'tool-linux-x64-musl': '2.0.0' };
const lock = (packages: object) => ({ lockfileVersion: 3, packages: { '': { name: 'x' }, ...packages } });
const found = (packages: object) => scratch.findings(lockFile, { 'package-lock.json': JSON.stringify(lock(packages)) });

describe('lock-file', () => {
  it('accepts a lock file that contains every optional package, at any path', async () => {
    expect(
      await found({
        'node_modules/a/node_modules/tool': { optionalDependencies: wanted },
        'node_modules/tool-darwin-arm64': {},
        'node_modules/a/node_modules/tool-linux-x64-musl': {},
      }),
    ).toEqual([]);
  });

  it('rejects one without the package of another platform', async () => {
    expect(await found({ 'node_modules/tool': { optionalDependencies: wanted }, 'node_modules/tool-linux-x64-musl': {} })).toEqual([
      'package-lock.json:1 tool-darwin-arm64 2.0.0, which node_modules/tool may use, is missing: npm ci would refuse the file.',
    ]);
  });

  it('is completed by the fix, with the platforms of packages', () => {
    const { packages } = completeLock(
      packageLock.parse(lock({ 'node_modules/tool': { dev: true, license: 'MIT', optionalDependencies: wanted } })),
    );
    expect(packages['node_modules/tool-linux-x64-musl']).toEqual({
      version: '2.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      license: 'MIT',
      optional: true,
      os: ['linux'],
    });
    expect(Object.keys(packages)).toEqual(['', 'node_modules/tool', 'node_modules/tool-darwin-arm64', 'node_modules/tool-linux-x64-musl']);
  });
});
