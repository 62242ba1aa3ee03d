import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { generatedFiles } from '../observe/generated-files.js';
import { natsFiles } from '../stores/nats-files.js';
import { BIOME } from './rules/format-and-lint.js';
import { importedLibraries } from './rules/project-files.js';
import { completeLock, missingOptionals, packageLock } from './workspace/package-lock.js';
import { runNode } from './workspace/run-node.js';
import { Workspace } from './workspace/workspace.js';

const anyObject = z.record(z.string(), z.unknown());

/** Fixes what has only one correct form: the dependencies in each project.json, the lock file's platforms, then format and imports. */
export async function fixWorkspace(root: string): Promise<void> {
  const workspace = new Workspace(root);
  for (const project of workspace.projects) {
    const file = `${project.root}project.json`;
    if (!workspace.has(file)) continue;
    const known = anyObject.parse(workspace.readJson(file));
    const implicitDependencies = [...importedLibraries(workspace, project)].sort();
    if (JSON.stringify(known.implicitDependencies) === JSON.stringify(implicitDependencies)) continue;
    writeFileSync(join(root, file), `${JSON.stringify({ ...known, implicitDependencies }, null, 2)}\n`);
  }
  if (workspace.has('package-lock.json')) fixLockFile(workspace);
  const isRepository = workspace.has('deploy/README.md');
  for (const [path, text] of isRepository ? [...generatedFiles(), ...natsFiles((file) => workspace.read(file))] : []) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  await runNode([BIOME, 'check', '--write', '.'], root);
}

function fixLockFile(workspace: Workspace): void {
  const lock = packageLock.parse(workspace.readJson('package-lock.json'));
  if (missingOptionals(lock).length === 0) return;
  writeFileSync(join(workspace.root, 'package-lock.json'), `${JSON.stringify(completeLock(lock), null, 2)}\n`);
}
