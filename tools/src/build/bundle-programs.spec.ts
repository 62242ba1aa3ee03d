import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { bundlePrograms } from '../../bundle/bundle-programs.mjs';
import { repositoryPath } from '../repository.js';

// The bundler runs here, beside everything else that a busy machine does.
jest.setTimeout(120_000);

const SOURCES = {
  'src/main.ts': [
    "import { fail } from './fail.js';",
    '',
    'function marked(target: object, _: string, { value }: PropertyDescriptor): void {',
    "  Reflect.set(target, 'marks', [value.name]);",
    '}',
    'class Program {',
    '  @marked run(): void {',
    '    fail();',
    '  }',
    '}',
    'try {',
    '  new Program().run();',
    '} catch (error) {',
    '  console.log(error instanceof Error ? error.stack : error);',
    "  console.log('marks', Reflect.get(Program.prototype, 'marks'));",
    '}',
    "import('./later.js').then(({ later }) => later()).then(console.log);",
  ],
  'src/fail.ts': ["import 'broken';", '', 'export function fail(): never {', "  throw new TypeError('on purpose');", '}'],
  'src/later.ts': [
    'export async function later(): Promise<string> {',
    "  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');",
    '  return new URL(import.meta.url).protocol + typeof ZxcvbnFactory;',
    '}',
  ],
  'src/draw-worker.ts': ["console.log('drawn');"],
  'node_modules/broken/package.json': ['{ "main": "index.js" }'],
  'node_modules/broken/index.js': [
    "try { require('not-installed'); } catch (error) { console.log(error.code, error.stack.includes('broken')); }",
  ],
};

// Below the repository, as projects are.
const project = repositoryPath(`.parley/bundle-test-${process.pid}`);
const run = (program: string) => spawnSync(process.execPath, [join(project, 'dist', program)], { encoding: 'utf8' });

beforeAll(async () => {
  for (const [file, lines] of Object.entries(SOURCES)) {
    mkdirSync(join(project, file, '..'), { recursive: true });
    writeFileSync(join(project, file), `${lines.join('\n')}\n`);
  }
  await bundlePrograms(project);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('a bundled program', () => {
  it('runs, with decorators, absent packages and imports that come later', () => {
    const { stdout, stderr } = run('main.js');
    expect(stderr).toBe('');
    expect(stdout).toContain('MODULE_NOT_FOUND true\n');
    expect(stdout).toContain("marks [ 'run' ]\n");
    expect(stdout.trim().split('\n').at(-1)).toBe('file:function');
  });

  it('names the lines of its sources in stack traces', () => {
    const { stdout } = run('main.js');
    expect(stdout).toContain('TypeError: on purpose\n');
    expect(stdout).toMatch(/ {4}at fail \(.*\/src\/fail\.ts:4:9\)\n {4}at Program\d*\.run \(.*\/src\/main\.ts:8:5\)\n/);
  });

  it('keeps compiled code, and runs without it', () => {
    const code = join(project, 'dist/main.cjs.code');
    expect(existsSync(code)).toBe(true);
    const before = run('main.js').stdout;
    rmSync(code);
    expect(run('main.js').stdout).toBe(before);
  });

  it('has its threads beside it', () => {
    expect(run('draw-worker.js').stdout).toBe('drawn\n');
  });
});
