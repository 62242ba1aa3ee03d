import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Rule, Violation } from '../rule.js';
import { runNode } from '../workspace/run-node.js';

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** What runs in Node, and what runs in browsers. With each: results of the last run, so that only files affected by a change are checked again. */
const CONFIGURATIONS = [
  { file: 'tsconfig.check.json', remembered: '.parley/check.tsbuildinfo' },
  { file: 'apps/web/tsconfig.json', remembered: '.parley/check-web.tsbuildinfo' },
] as const;

export const types: Rule = {
  name: 'types',
  description: 'Everything passes the strict type check (tsconfig.check.json, apps/web/tsconfig.json).',
  check: async ({ root }) => {
    await generatePrismaClient(root);
    const violations: Violation[] = [];
    for (const { file, remembered } of CONFIGURATIONS) {
      if (existsSync(join(root, file))) violations.push(...(await checked(root, file, remembered)));
    }
    return violations;
  },
};

async function checked(root: string, file: string, remembered: string): Promise<Violation[]> {
  const options = ['-p', file, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', remembered];
  const { stdout, stderr, exitCode } = await runNode([TSC, ...options], root);
  const violations = parseDiagnostics(stdout);
  if (exitCode !== 0 && violations.length === 0) throw new Error(`tsc ended with ${exitCode}:\n${stdout}${stderr}`);
  return violations;
}

/** The generated Prisma client is one of the checked sources. Does nothing while it is newer than its schema. */
async function generatePrismaClient(root: string): Promise<void> {
  const script = join(root, 'tools/generate-prisma-client.mjs');
  if (!existsSync(script)) return;
  const { exitCode, stdout, stderr } = await runNode([script], root);
  if (exitCode !== 0) throw new Error(`The Prisma client could not be generated:\n${stdout}${stderr}`);
}

/** `apps/x/src/a.ts(3,7): error TS2322: Type ...`; indented lines continue the previous message. */
export function parseDiagnostics(output: string): Violation[] {
  const violations: Violation[] = [];
  for (const line of output.split('\n')) {
    const [, file, at, code, message] = /^(?:(.+?)\((\d+),\d+\): )?error (TS\d+): (.*)$/.exec(line) ?? [];
    if (!code || !message) continue;
    violations.push({
      file: file ?? 'tsconfig.check.json',
      line: Number(at ?? 1),
      message: `${message} (${code})`,
      fix: 'Correct the type.',
    });
  }
  return violations;
}
