import { z } from 'zod';

/** Where code of a language can be run, as clients read it (spec 2.8). */
export const playgroundObject = z
  .object({
    id: z.int(),
    name: z.string(),
    /** Name of a language of the syntax highlighter. */
    pygments_language: z.string(),
    url_template: z.string(),
  })
  .meta({ id: 'Playground' });
export type PlaygroundObject = z.infer<typeof playgroundObject>;
