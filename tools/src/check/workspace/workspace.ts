import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PrismaModel, readPrismaSchema } from './prisma-schema.js';
import { type Project, projectOf } from './project.js';
import { SourceFile } from './source-file.js';

const NOT_OURS = new Set(['node_modules', 'dist', 'generated', 'coverage', '.git', '.nx', '.parley']);

/** All files that the rules check, read from disk once. */
export class Workspace {
  /** Every file of the tree, relative to the root, sorted. Ignored folders (dependencies, builds, generated code) are omitted. */
  readonly files: readonly string[];
  /** The TypeScript files of all projects. */
  readonly sources: readonly SourceFile[];
  private models: readonly PrismaModel[] | undefined;

  constructor(readonly root: string) {
    this.files = listFiles(root, '').sort();
    this.sources = this.files.flatMap((path) => {
      const project = /\.tsx?$/.test(path) ? projectOf(path) : undefined;
      return project ? [new SourceFile(path, project, this.read(path))] : [];
    });
  }

  /** Apps and libraries that exist on disk. */
  get projects(): readonly Project[] {
    const byRoot = new Map<string, Project>();
    for (const path of this.files) {
      const project = projectOf(path);
      if (project && project.kind !== 'outside') byRoot.set(project.root, project);
    }
    return [...byRoot.values()];
  }

  /** The tables of prisma/schema and their owners. */
  get tables(): readonly PrismaModel[] {
    this.models ??= this.files
      .filter((path) => /^prisma\/schema\/[^/]+\.prisma$/.test(path))
      .flatMap((path) => readPrismaSchema(path, this.read(path)));
    return this.models;
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  readJson(path: string): unknown {
    return JSON.parse(this.read(path));
  }
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
}
