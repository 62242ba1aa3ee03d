import { z } from 'zod';

/** A code playground for a language, in the format for clients. */
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
