import { type Comment, type Program, parseSync } from 'oxc-parser';
import type { Project } from './project.js';
import { type NodeHandler, on, walkSyntax } from './walk-syntax.js';

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** `import type` and `export type`, which do not exist at run time. */
  readonly isTypeOnly: boolean;
}

/** One TypeScript file, parsed on first use. `path` is relative to the workspace, with forward slashes. */
export class SourceFile {
  private parsed: { program: Program; comments: readonly Comment[]; imports: readonly Import[]; faults: readonly string[] } | undefined;

  constructor(
    readonly path: string,
    readonly project: Project,
    readonly text: string,
  ) {}

  /** Test files may import what production files may not, and are excluded from builds. */
  get isTest(): boolean {
    return /\.(it-)?spec\.ts$/.test(this.path) || /^(apps|libs)\/[^/]+\/test\//.test(this.path) || this.project.name === 'e2e';
  }

  /** Syntax errors. A file with errors is checked by its text and comments only. */
  get faults(): readonly string[] {
    return this.parse().faults;
  }

  /** Static imports, re-exports, `import()`, `import('x').T` and `require('x')`, in the order of the file. */
  get imports(): readonly Import[] {
    return this.parse().imports;
  }

  get comments(): readonly Comment[] {
    return this.parse().comments;
  }

  visit(...handlers: NodeHandler[]): void {
    walkSyntax(this.parse().program, handlers);
  }

  /** Counts from 1. */
  lineAt(offset: number): number {
    let line = 1;
    for (let at = this.text.indexOf('\n'); at !== -1 && at < offset; at = this.text.indexOf('\n', at + 1)) line++;
    return line;
  }

  private parse() {
    this.parsed ??= this.parseNow();
    return this.parsed;
  }

  private parseNow() {
    const { program, comments, errors } = parseSync(this.path, this.text, { preserveParens: false });
    return { program, comments, imports: this.importsOf(program), faults: errors.map((error) => error.message) };
  }

  private importsOf(program: Program): Import[] {
    const imports: Import[] = [];
    const add = (source: { readonly value: string; readonly start: number } | null, isTypeOnly = false) => {
      if (source) imports.push({ specifier: source.value, line: this.lineAt(source.start), isTypeOnly });
    };
    walkSyntax(program, [
      on('ImportDeclaration', (node) => add(node.source, node.importKind === 'type')),
      on('ExportNamedDeclaration', (node) => add(node.source, node.exportKind === 'type')),
      on('ExportAllDeclaration', (node) => add(node.source, node.exportKind === 'type')),
      on('TSImportType', (node) => add(node.source, true)),
      on('TSExternalModuleReference', (node) => add(node.expression)),
      on('ImportExpression', ({ source }) => {
        if (source.type === 'Literal' && typeof source.value === 'string') add({ value: source.value, start: source.start });
      }),
      on('CallExpression', ({ callee, arguments: [target] }) => {
        const isRequire = callee.type === 'Identifier' && callee.name === 'require';
        if (isRequire && target?.type === 'Literal' && typeof target.value === 'string') add({ value: target.value, start: target.start });
      }),
    ]);
    return imports;
  }
}
