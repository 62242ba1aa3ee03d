import { z } from 'zod';
import type { Section } from '../report/sections.js';
import type { Locate } from './bundled-sources.js';

const TOP_PACKAGES = 15;
const TOP_FUNCTIONS = 20;
const US_PER_MS = 1_000;

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number(), columnNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
export type Profile = z.infer<typeof profile>;

export interface ProfileSummary {
  readonly ms: number;
  readonly sections: readonly Section[];
}

export function readProfile(text: string): Profile {
  return profile.parse(JSON.parse(text));
}

/** Self time by package and by function, without the time in which the process waited. */
export function summarizeProfile(service: string, { nodes, samples, timeDeltas }: Profile, locate: Locate): ProfileSummary {
  const selfUs = new Map<number, number>();
  timeDeltas.forEach((us, index) => {
    // A delta is the time since the sample before.
    const before = samples[index - 1];
    if (before !== undefined) selfUs.set(before, (selfUs.get(before) ?? 0) + us);
  });
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const { id, callFrame } of nodes) {
    const us = selfUs.get(id) ?? 0;
    if (us === 0 || callFrame.functionName === '(idle)') continue;
    const { source, line } = locate(callFrame.url, callFrame.lineNumber, callFrame.columnNumber);
    add(packages, callFrame.url === '' ? nativeName(callFrame.functionName) : packageOf(source), us);
    const place = callFrame.url === '' ? '' : ` ${shortSource(source)}:${line + 1}`;
    add(functions, `${callFrame.functionName || '(anonymous)'}${place}`, us);
  }
  const total = [...packages.values()].reduce((sum, us) => sum + us, 0);
  return {
    ms: total / US_PER_MS,
    sections: [
      tableOf(`${service}, ${(total / US_PER_MS).toFixed(0)} ms: self time by package`, 'package', packages, total, TOP_PACKAGES),
      tableOf(`${service}: self time by function`, 'function', functions, total, TOP_FUNCTIONS),
    ],
  };
}

function tableOf(title: string, column: string, times: ReadonlyMap<string, number>, total: number, top: number): Section {
  const most = [...times].sort(([, one], [, other]) => other - one).slice(0, top);
  const lines = most.map(([name, us]) => [name, `${((us / total) * 100).toFixed(1)}%`, (us / US_PER_MS).toFixed(0)]);
  return { title, columns: [column, 'share', 'ms'], lines };
}

function nativeName(functionName: string): string {
  return functionName.startsWith('(') ? functionName : '(native)';
}

/** `pg`, `libs/rpc`, `apps/messaging/sending`, `node:net` */
export function packageOf(source: string): string {
  if (source.endsWith('/dist/main.cjs')) return '(not in the map)';
  const [, installed] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (installed !== undefined) return installed;
  const [, library] = /(libs\/[^/]+)\//.exec(source) ?? [];
  if (library !== undefined) return library;
  // A bundle names the sources of its own app relative to its dist.
  const [, feature] = /(?:^|\/)src\/([^/]+?)(?:\.ts)?(?:\/|$)/.exec(source) ?? [];
  return feature === undefined ? source : `own ${feature}`;
}

function shortSource(source: string): string {
  return source.replace(/^(\.\.\/)+/, '').replace(/^.*node_modules\//, '');
}

function add(times: Map<string, number>, name: string, us: number): void {
  times.set(name, (times.get(name) ?? 0) + us);
}
