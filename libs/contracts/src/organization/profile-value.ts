import { z } from 'zod';

/** A user's value of one profile field, in the format for clients. */
export const profileValue = z.object({
  /** For a field with users: JSON text of a list of ids. */
  value: z.string(),
  /** HTML, only for text fields. */
  rendered_value: z.string().optional(),
});
export type ProfileValue = z.infer<typeof profileValue>;

/** All profile values of a user, by field id. */
export const profileData = z.record(z.string(), profileValue);
export type ProfileData = z.infer<typeof profileData>;

/** Requested profile values: null, an empty text and an empty list delete the value. */
export const profileDataChange = z.array(z.object({ id: z.int(), value: z.union([z.string(), z.array(z.int()), z.null()]) })).max(100);
export type ProfileDataChange = z.infer<typeof profileDataChange>;
