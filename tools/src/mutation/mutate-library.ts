import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { ClearError } from '../terminal/clear-error.js';
import type { MutatedLibrary } from './libraries.js';
import { type Mutant, textBetween } from './score.js';

/** Reports, and copies of the sources with mutants in them. */
export const MUTATION_FOLDER = '.parley/mutation';

export interface MutationOptions {
  /** Processes that run tests at the same time. */
  readonly concurrency: number;
  /** Instead of all sources of the library. */
  readonly sources?: readonly string[];
}

/** Changes one thing after another in the sources of a library, and runs the specs that reach it. */
export async function mutateLibrary(library: MutatedLibrary, { concurrency, sources }: MutationOptions): Promise<Mutant[]> {
  mkdirSync(repositoryPath(MUTATION_FOLDER), { recursive: true });
  // Stryker looks for sources in the current folder.
  process.chdir(repositoryRoot);
  const globs = sources ?? library.sources;
  const allSpecs = ['**/*.spec.ts', ...library.withoutSpecs.map((end) => `!**/${end}`)];
  if (library.ownSpecs === undefined) return runStryker(library, { mutate: globs, specs: allSpecs, concurrency, report: library.name });
  const tested: Mutant[] = [];
  for (const source of globs) {
    const report = `${library.name}-${basename(source, '.ts').replaceAll('*', 'all')}`;
    const own = ownSpecsOf(library, source);
    // A glob has no spec of its own.
    const specs = own.every(existsSync) ? own.map((spec) => `**/${basename(spec)}`) : allSpecs;
    tested.push(...(await runStryker(library, { mutate: [source], specs, concurrency, report })));
  }
  return tested;
}

function ownSpecsOf({ specs, ownSpecs }: MutatedLibrary, source: string): string[] {
  const name = source.slice(specs.length + 1, -'.ts'.length);
  return (ownSpecs?.[name] ?? [name]).map((spec) => `${specs}/${spec}.spec.ts`);
}

interface Run {
  readonly mutate: readonly string[];
  readonly specs: readonly string[];
  readonly concurrency: number;
  readonly report: string;
}

async function runStryker(library: MutatedLibrary, { mutate, specs, concurrency, report: name }: Run): Promise<Mutant[]> {
  const report = join(MUTATION_FOLDER, name);
  const stryker = new Stryker({
    mutate: [...mutate, '!**/*.spec.ts', '!**/index.ts'],
    ignorePatterns: COPIED,
    tempDirName: join(MUTATION_FOLDER, 'copies'),
    plugins: [repositoryPath('tools/jest/mutation-runner.mjs')],
    testRunner: 'shared-modules',
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'],
    jest: {
      projectType: 'custom',
      configFile: 'tools/jest/mutation.config.mjs',
      // What Jest looks through for each mutant is small, so it costs little.
      config: { roots: [`<rootDir>/${library.specs}`], testMatch: [...specs] },
      // To find the specs that import a file, Jest reads the imports of all files, for each mutant.
      enableFindRelatedTests: library.ownSpecs === undefined,
    },
    coverageAnalysis: 'perTest',
    concurrency,
    // A machine that does other work must not make a slow test look like an endless loop.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'survivors', 'html', 'json'],
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
    logLevel: 'warn',
    thresholds: { high: 100, low: 0, break: null },
  } as ConstructorParameters<typeof Stryker>[0]);
  const results = await stryker.runMutationTest().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ClearError(
      `Stryker could not test ${library.name} (${reason}). Its specs must pass before a mutation: npm test -- ${library.specs}.`,
    );
  });
  return results.map(({ fileName, location: { start, end }, mutatorName, replacement, status }) => ({
    file: relative(repositoryRoot, fileName),
    line: start.line,
    column: start.column,
    mutator: mutatorName,
    original: textBetween(readFileSync(fileName, 'utf8'), start, end),
    replacement,
    status,
  }));
}

/** Everything is left out, but what the specs of libraries need. */
const COPIED = [
  '**',
  '!libs/**/*.ts',
  '!apps/**/*.ts',
  '!tools/jest/**',
  '!tools/typescript/**',
  '!jest.preset.mjs',
  '!package.json',
  '**/dist',
];
