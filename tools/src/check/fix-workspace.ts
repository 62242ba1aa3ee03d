import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BIOME } from './rules/format-and-lint.js';
import { importedLibraries } from './rules/project-files.js';
import { runNode } from './workspace/run-node.js';
import { Workspace } from './workspace/workspace.js';

const anyObject = z.record(z.string(), z.unknown());

/** Corrects what has one right answer: the dependencies in each project.json, then format and imports. */
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
  await runNode([BIOME, 'check', '--write', '.'], root);
}
