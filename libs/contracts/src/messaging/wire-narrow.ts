import { z } from 'zod';

/** Each term is a part of one statement, so their number is limited. No realistic search needs more. */
export const MAX_NARROW_TERMS = 100;
/** Maximum number of different terms of a kind that read another table for every message. */
export const MAX_EXPENSIVE_NARROW_TERMS = 10;

/** All operator names that clients use. */
export const NARROW_OPERATORS = [
  'channel',
  'stream',
  'channels',
  'streams',
  'topic',
  'sender',
  'from',
  'dm',
  'pm-with',
  'pm_with',
  'dm-with',
  'dm-including',
  'group-pm-with',
  'group_pm_with',
  'mentions',
  'is',
  'has',
  'in',
  'id',
  'with',
  'search',
  'near',
] as const;
export type NarrowOperator = (typeof NARROW_OPERATORS)[number];

/**
 * The documented names. The service also accepts the spellings with `_`, which would collide with those with `-` in a generated client.
 * It rejects other names with its own text.
 */
const operator = z.string().meta({ enum: NARROW_OPERATORS.filter((name) => !name.includes('_')) });

const operand = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))]);

/** A narrow in the format from clients: terms, or the older [operator, operand] pairs. Semantics of operators: apps/messaging/src/reading/narrow-terms.ts. */
export const wireNarrow = z
  .array(z.union([z.object({ operator, operand, negated: z.boolean().optional() }), z.tuple([z.string(), z.string()])]))
  .max(MAX_NARROW_TERMS);
export type WireNarrow = z.infer<typeof wireNarrow>;
