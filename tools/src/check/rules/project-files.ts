import { z } from 'zod';
import { LAYERS, PROJECTS } from '../dependency-rule.js';
import type { Rule, Violation } from '../rule.js';
import type { Project } from '../workspace/project.js';
import type { Workspace } from '../workspace/workspace.js';

/** Unknown fields are allowed, because the format belongs to Nx. */
const projectJson = z.object({
  name: z.string(),
  tags: z.array(z.string()).default([]),
  implicitDependencies: z.array(z.string()).default([]),
});
const packageJson = z.object({ name: z.string() });

export const projectFiles: Rule = {
  name: 'project-files',
  description: "Each project's project.json says its layer and exactly the libraries it imports, so that Nx builds in the right order.",
  check: (workspace) => workspace.projects.flatMap((project) => judge(workspace, project)),
};

function judge(workspace: Workspace, project: Project): Violation[] {
  const file = `${project.root}project.json`;
  const fault = (message: string, fix: string): Violation => ({ file, line: 1, message, fix });
  if (!workspace.has(file))
    return [fault(`${project.root} has no project.json.`, 'Copy one of a sibling and set name, tags and implicitDependencies.')];
  const rule = PROJECTS[project.name];
  if (!rule)
    return [
      fault(`${project.name} is not in the dependency rule.`, 'Add it to tools/src/check/dependency-rule.ts with its layer and imports.'),
    ];
  const parsed = projectJson.safeParse(workspace.readJson(file));
  if (!parsed.success) return [fault('project.json cannot be read.', z.prettifyError(parsed.error))];
  const { name, tags, implicitDependencies } = parsed.data;
  return [
    ...nameFaults(workspace, project, name, fault),
    ...tagFaults(tags, rule.layer, fault),
    ...dependencyFaults(new Set(implicitDependencies), importedLibraries(workspace, project), fault),
  ];
}

type Fault = (message: string, fix: string) => Violation;

function nameFaults(workspace: Workspace, project: Project, name: string, fault: Fault): Violation[] {
  const path = `${project.root}package.json`;
  const declared = workspace.has(path) ? packageJson.safeParse(workspace.readJson(path)).data?.name : undefined;
  return [
    ...(name === project.name ? [] : [fault(`The project in ${project.root} calls itself '${name}'.`, `Set "name": "${project.name}".`)]),
    ...(declared === `@parley/${project.name}`
      ? []
      : [fault(`${path} is missing or has another name.`, `Set its "name" to "@parley/${project.name}".`)]),
  ];
}

function tagFaults(tags: readonly string[], layer: string, fault: Fault): Violation[] {
  const layers = tags.filter((tag) => tag.startsWith('layer:')).map((tag) => tag.slice('layer:'.length));
  if (layers.length !== 1) return [fault(`It has ${layers.length} layer tags.`, `Give it exactly one: "layer:${layer}".`)];
  const [tagged = ''] = layers;
  if (!LAYERS.some((known) => known === tagged)) return [fault(`'layer:${tagged}' is no layer.`, `The layers are ${LAYERS.join(', ')}.`)];
  if (tagged !== layer) return [fault(`It is tagged layer:${tagged}, dependency-rule.ts says ${layer}.`, 'Correct the one that is wrong.')];
  return [];
}

function dependencyFaults(declared: ReadonlySet<string>, imported: ReadonlySet<string>, fault: Fault): Violation[] {
  const missing = [...imported].filter((name) => !declared.has(name));
  const unused = [...declared].filter((name) => !imported.has(name));
  const whole = `Set "implicitDependencies": ${JSON.stringify([...imported].sort())}, or run npm run check -- --fix.`;
  return [
    ...missing.map((name) =>
      fault(`It imports @parley/${name}, which implicitDependencies does not name: Nx may build in the wrong order.`, whole),
    ),
    ...unused.map((name) => fault(`implicitDependencies names ${name}, which it does not import.`, whole)),
  ];
}

/** Libraries imported by production files. Tests read the libraries' sources, so they need no build. */
export function importedLibraries(workspace: Workspace, project: Project): Set<string> {
  const names = workspace.sources
    .filter((source) => source.project.root === project.root && !source.isTest)
    .flatMap((source) => source.imports.map(({ specifier }) => /^@parley\/([^/]+)/.exec(specifier)?.[1]));
  return new Set(names.filter((name) => name !== undefined));
}
