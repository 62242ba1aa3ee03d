import { z } from 'zod';

/** No person asks for more at once, and each term is a part of one statement. */
export const MAX_NARROW_TERMS = 100;
/** Different terms of a kind that each ask every message for rows of another table. */
export const MAX_DEAR_NARROW_TERMS = 10;

/** By every name clients use. */
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
 * The documented names. The service knows the spellings with `_` too: they would be the same names as those with `-` in a generated client.
 * It refuses other names with a text of its own.
 */
const operator = z.string().meta({ enum: NARROW_OPERATORS.filter((name) => !name.includes('_')) });

const operand = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))]);

/** A narrow as clients send it: terms, or the older [operator, operand] pairs. What operators mean: libs/policies narrow-*. */
export const wireNarrow = z
  .array(z.union([z.object({ operator, operand, negated: z.boolean().optional() }), z.tuple([z.string(), z.string()])]))
  .max(MAX_NARROW_TERMS);
export type WireNarrow = z.infer<typeof wireNarrow>;
