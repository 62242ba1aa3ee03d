import { z } from 'zod';

export const UNITS = [
  'ms per operation',
  'us per recipient',
  'ms per second',
  'MB',
  'kB',
  'ms per start',
  'ms blocked',
  'ms in a browser',
  'MB in a browser',
  'kB on the wire',
] as const;

const bare = z.object({
  name: z.string(),
  total: z.number(),
  p50: z.number().optional(),
  perSecond: z.number().optional(),
});

/** One line of the report. `total` and `by` are amounts in `unit`, without what the same processes use while they are idle. */
export const row = z.object({
  /** Stable, for --only and --compare. */
  name: z.string(),
  unit: z.enum(UNITS).optional(),
  total: z.number().optional(),
  /** By name of the process. */
  by: z.record(z.string(), z.number()).optional(),
  /** How far the windows of this row differ, as a share. */
  spread: z.number().optional(),
  p50: z.number().optional(),
  p99: z.number().optional(),
  perSecond: z.number().optional(),
  operations: z.number().optional(),
  /** A bare program with the same hops, in the same run. */
  bare: bare.optional(),
  /** total / bare.total */
  ratio: z.number().optional(),
  note: z.string().optional(),
  /** Why there are no figures. */
  error: z.string().optional(),
});
export type Row = z.infer<typeof row>;

export const result = z.object({
  version: z.literal(1),
  at: z.string(),
  seconds: z.number(),
  commit: z.string(),
  quick: z.boolean(),
  machine: z.object({ cpus: z.number(), model: z.string(), memoryGiB: z.number(), arch: z.string(), node: z.string() }),
  /** Shares of all processors: what other programs used, and what the host took, while this ran. */
  load: z.object({ others: z.number(), stolen: z.number() }),
  rows: z.array(row),
});
export type Result = z.infer<typeof result>;
