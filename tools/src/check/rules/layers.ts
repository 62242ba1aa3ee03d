import { dirname, join } from 'node:path/posix';
import { z } from 'zod';
import { CROSSINGS, LAYERS, type Layer, ONLY_PACKAGES, PROJECTS } from '../dependency-rule.js';
import type { Rule, Violation } from '../rule.js';
import type { Import, SourceFile } from '../workspace/source-file.js';
import type { Workspace } from '../workspace/workspace.js';

const packageJson = z.object({ exports: z.record(z.string(), z.unknown()).default({}) });

export const layers: Rule = {
  name: 'layers',
  description:
    'Imports go down: apps, platform libraries, markdown, client-events, contracts. Never up, sideways between apps, or inside another project.',
  check: (workspace: Workspace) => workspace.sources.flatMap((source) => source.imports.flatMap((each) => judge(workspace, source, each))),
};

function judge(workspace: Workspace, source: SourceFile, { specifier, line }: Import): Violation[] {
  const found = specifier.startsWith('.') ? relativeFault(source, specifier) : packageFault(workspace, source, specifier);
  return found ? [{ file: source.path, line, ...found }] : [];
}

type Fault = Pick<Violation, 'message' | 'fix'>;

function relativeFault(source: SourceFile, specifier: string): Fault | undefined {
  const target = join(dirname(source.path), specifier);
  if (target.startsWith(source.project.root)) return undefined;
  if (CROSSINGS.some(({ from, to }) => source.path.startsWith(from) && target.startsWith(to))) return undefined;
  return {
    message: `'${specifier}' leaves ${source.project.root} by a relative path.`,
    fix: 'Import a library by its name (@parley/<library>), or move the file into this project.',
  };
}

function packageFault(workspace: Workspace, source: SourceFile, specifier: string): Fault | undefined {
  const [, target, rest] = /^@parley\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (!target) return groundFault(source, specifier);
  if (rest && !exportsOf(workspace, target).includes(`.${rest}`)) {
    return {
      message: `'${specifier}' reaches inside @parley/${target}.`,
      fix: `Import from '@parley/${target}', or from a subpath that the exports of its package.json name.`,
    };
  }
  return libraryFault(source, target);
}

function exportsOf(workspace: Workspace, library: string): string[] {
  const path = `libs/${library}/package.json`;
  return workspace.has(path) ? Object.keys(packageJson.parse(workspace.readJson(path)).exports) : [];
}

function libraryFault(source: SourceFile, target: string): Fault | undefined {
  const importer = source.project.name;
  const theirs = PROJECTS[target];
  if (!theirs)
    return { message: `@parley/${target} is not a project in dependency-rule.ts.`, fix: 'Correct the name, or add the project there.' };
  if (importer === target) return { message: `${importer} imports itself by name.`, fix: 'Use a relative import inside a project.' };
  const ours = PROJECTS[importer];
  if (!ours || ours.mayImport.includes(target) || (target === 'testing' && source.isTest)) return undefined;
  if (theirs.layer === 'app') {
    return {
      message: `${importer} imports the app ${target}.`,
      fix: 'An app is never imported: call it through @parley/rpc, or move the shared part to a library.',
    };
  }
  if (theirs.layer === 'testing') {
    return {
      message: `${source.path} is not a test but imports @parley/testing.`,
      fix: 'Only *.spec.ts, *.it-spec.ts, test/ and e2e/ may import it.',
    };
  }
  const direction = rank(theirs.layer) > rank(ours.layer) ? 'up' : 'beyond its list';
  return {
    message: `${importer} (${ours.layer}) imports ${direction}: @parley/${target} (${theirs.layer}).`,
    fix: `${importer} may import ${listed(ours.mayImport)}. Move the code to a library that both may import.`,
  };
}

/** The lowest layers may import only the listed packages. Their tests may import any. */
function groundFault(source: SourceFile, specifier: string): Fault | undefined {
  const allowed = ONLY_PACKAGES[source.project.name];
  if (!allowed || source.isTest || allowed.some((name) => specifier === name || specifier.startsWith(`${name}/`))) return undefined;
  return {
    message: `${source.project.name} imports '${specifier}'.`,
    fix: `It imports ${listed(allowed)} only, so that every process and client can use it. Move the code to a library above.`,
  };
}

const rank = (layer: Layer) => LAYERS.indexOf(layer);
const listed = (names: readonly string[]) => (names.length === 0 ? 'no library' : names.join(', '));
