import { z } from 'zod';

/** No person asks for more at once, and each term is a part of one statement. */
const MAX_TERMS = 100;

const operand = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))]);

/** A narrow as clients send it: terms, or the older [operator, operand] pairs. What operators mean: libs/policies narrow-*. */
export const wireNarrow = z
  .array(z.union([z.object({ operator: z.string(), operand, negated: z.boolean().optional() }), z.tuple([z.string(), z.string()])]))
  .max(MAX_TERMS);
export type WireNarrow = z.infer<typeof wireNarrow>;
