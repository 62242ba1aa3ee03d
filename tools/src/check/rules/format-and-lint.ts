import { createRequire } from 'node:module';
import { z } from 'zod';
import type { Rule, Violation } from '../rule.js';
import { runNode } from '../workspace/run-node.js';

export const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

const report = z.object({
  diagnostics: z.array(
    z.object({
      severity: z.string(),
      category: z.string().nullish(),
      message: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.int() }).nullish() }).nullish(),
    }),
  ),
});

export const formatAndLint: Rule = {
  name: 'format-and-lint',
  description: 'Every file is formatted, and has no Biome errors (biome.json).',
  check: async ({ root }) => {
    const { stdout, stderr, exitCode } = await runNode(
      [BIOME, 'check', '--reporter=json', '--max-diagnostics=none', '--colors=off', '.'],
      root,
    );
    const parsed = report.safeParse(jsonIn(stdout));
    if (!parsed.success) throw new Error(`Biome ended with ${exitCode} and no report:\n${stderr || stdout}`);
    return parsed.data.diagnostics
      .filter(({ severity }) => severity === 'error' || severity === 'warning' || severity === 'fatal')
      .map(violation);
  },
};

function jsonIn(output: string): unknown {
  const start = output.indexOf('{');
  try {
    return JSON.parse(output.slice(start));
  } catch {
    // No report. The caller reports the output.
    return undefined;
  }
}

function violation({ category, message, location }: z.infer<typeof report>['diagnostics'][number]): Violation {
  const isFormat = category === 'format';
  const isImports = category === 'assist/source/organizeImports';
  return {
    file: location?.path ?? 'biome.json',
    line: Math.max(1, location?.start?.line ?? 1),
    message: isFormat ? 'It is not formatted.' : `${message.replace(/\s+/g, ' ').trim()} (${category ?? 'Biome'})`,
    fix: isFormat || isImports ? 'Run npm run check -- --fix.' : 'Correct it; npm run check -- --fix does it where that is safe.',
  };
}
