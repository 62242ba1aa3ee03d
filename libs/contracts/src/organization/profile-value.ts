import { z } from 'zod';

/** What somebody tells in one profile field, as clients read it. */
export const profileValue = z.object({
  /** Of a users field: JSON text of a list of ids. */
  value: z.string(),
  /** HTML, of text fields. */
  rendered_value: z.string().optional(),
});
export type ProfileValue = z.infer<typeof profileValue>;

/** All that somebody tells, by field id. */
export const profileData = z.record(z.string(), profileValue);
export type ProfileData = z.infer<typeof profileData>;

/** What somebody wants to tell: null, an empty text and an empty list take it away. */
export const profileDataChange = z.array(z.object({ id: z.int(), value: z.union([z.string(), z.array(z.int()), z.null()]) })).max(100);
export type ProfileDataChange = z.infer<typeof profileDataChange>;
