import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repositoryPath } from '../repository.js';
import { ClearError } from '../terminal/clear-error.js';

/** The processes and stores that a bench measures. */
export const PARTS = [
  'gateway',
  'messaging',
  'event-queue',
  'channels',
  'organization',
  'settings',
  'invitations',
  'notifications',
  'postgres',
  'redis',
  'nats',
] as const;
export type Part = (typeof PARTS)[number];
export type Amounts = Readonly<Record<Part, number>>;

/** The file that a bench writes, as far as it is needed: bench/src/report/row.ts. */
const benchFile = z.object({
  version: z.literal(1),
  at: z.string(),
  commit: z.string(),
  machine: z.object({ cpus: z.number(), model: z.string() }),
  rows: z.array(
    z.object({
      name: z.string(),
      by: z.record(z.string(), z.number()).optional(),
      perSecond: z.number().optional(),
      error: z.string().optional(),
    }),
  ),
});

/** What a bench measured, by part. Times in milliseconds of one processor. */
export interface BenchFigures {
  /** Where they are from. */
  readonly source: string;
  /** One message to a channel of 100, without its deliveries. */
  readonly send: Amounts;
  /** One message in the answer of one held poll, and the poll that follows. */
  readonly delivery: Amounts;
  readonly registration: Amounts;
  readonly presence: Amounts;
  /** A poll that finds nothing. */
  readonly poll: Amounts;
  /** In a second, without any request. */
  readonly idle: Amounts;
  /** What 100,000 sleeping organizations add in a second. */
  readonly sleepers: Amounts;
  /** Of one process, in MB. */
  readonly memory: Amounts;
  /** Of an event queue and of a held poll, in kB. */
  readonly queueMemory: Amounts;
  readonly heldPollMemory: Amounts;
  /** Messages that one organization sends in a second, 16 at once, on the machine of the bench. */
  readonly sendsOfOneOrganization: number;
}

export const SLEEPERS = 100_000;

/** The newest file of bench/reference. */
export function referenceFile(): string {
  const folder = repositoryPath('bench/reference');
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .at(-1);
  if (newest === undefined) throw new ClearError('bench/reference has no run: give one with --from.');
  return join(folder, newest);
}

/** @throws ClearError that says what is wrong with the file */
export function readBenchFigures(path: string): BenchFigures {
  if (!existsSync(path)) throw new ClearError(`There is no file ${path}.`);
  return figuresOf(parsed(path), path);
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ClearError(`${path} is not JSON: give the JSON file of a bench.`);
  }
}

export function figuresOf(content: unknown, path: string): BenchFigures {
  const read = benchFile.safeParse(content);
  if (!read.success) throw new ClearError(`${path} is not a result of npm run bench.`);
  const { at, commit, machine, rows } = read.data;
  const row = (name: string) => {
    const found = rows.find((each) => each.name === name);
    if (found?.error !== undefined)
      throw new ClearError(`${path} has no figure for ${name}, which failed: run npm run bench -- --only ${name}.`);
    if (found?.by === undefined) throw new ClearError(`${path} has no figure for ${name}: run npm run bench without --only.`);
    return { ...found, by: found.by };
  };
  // What a process uses for something that it has no part in is a little more or less than zero.
  const of = (name: string, factor = 1): Amounts => amounts((part) => Math.max(0, row(name).by[part] ?? 0) * factor);
  const sum = (a: Amounts, b: Amounts) => amounts((part) => a[part] + b[part]);
  const [few, many] = [of('organizations-2-idle'), of(`organizations-${SLEEPERS}-idle`)];
  return {
    source: `${commit}, ${at.slice(0, 10)}, ${machine.cpus} cores (${machine.model})`,
    send: of('send-100'),
    delivery: sum(of('deliver-3000', 1e-3), of('deliver-3000-poll-again', 1e-3)),
    registration: of('register-1000'),
    presence: of('presence'),
    poll: of('poll-empty'),
    idle: of('idle'),
    sleepers: amounts((part) => Math.max(0, many[part] - few[part])),
    memory: of('memory-after-load'),
    // Other processes know no queue: what they show is garbage of the registrations.
    queueMemory: onlyOf(of('deliver-3000-memory-per-queue'), ['event-queue', 'redis']),
    heldPollMemory: onlyOf(of('deliver-3000-memory-per-held-poll'), ['gateway', 'redis']),
    sendsOfOneOrganization: row('send-100-x16').perSecond ?? 0,
  };
}

function onlyOf(given: Amounts, parts: readonly Part[]): Amounts {
  return amounts((part) => (parts.includes(part) ? given[part] : 0));
}

export function amounts(of: (part: Part) => number): Amounts {
  return Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<Part, number>;
}
