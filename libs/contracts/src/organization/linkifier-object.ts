import { z } from 'zod';

/** A linkifier in the format for clients. */
export const linkifierObject = z
  .object({
    id: z.int(),
    /** Regular expression. Its named groups are the variables of the templates. */
    pattern: z.string(),
    url_template: z.string(),
    example_input: z.string().nullable(),
    reverse_template: z.string().nullable(),
    alternative_url_templates: z.array(z.string()),
  })
  .meta({ id: 'Linkifier' });
export type LinkifierObject = z.infer<typeof linkifierObject>;
