import { z } from 'zod';

const operand = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))]);

/** A narrow as clients send it: terms, or the older [operator, operand] pairs. What operators mean: libs/policies narrow-*. */
export const wireNarrow = z.array(
  z.union([z.object({ operator: z.string(), operand, negated: z.boolean().optional() }), z.tuple([z.string(), z.string()])]),
);
export type WireNarrow = z.infer<typeof wireNarrow>;
