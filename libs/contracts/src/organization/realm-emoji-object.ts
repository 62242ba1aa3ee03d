import { z } from 'zod';

/** A custom emoji in the format for clients. */
export const realmEmojiObject = z
  .object({
    /** A number, as text. */
    id: z.string(),
    name: z.string(),
    source_url: z.string(),
    /** Its first frame, if it is animated. */
    still_url: z.string().nullable(),
    deactivated: z.boolean(),
    author_id: z.int().nullable(),
  })
  .meta({ id: 'RealmEmoji' });
export type RealmEmojiObject = z.infer<typeof realmEmojiObject>;

/** All custom emoji of an organization, also deactivated ones, by id. */
export const realmEmojiObjects = z.record(z.string(), realmEmojiObject);
export type RealmEmojiObjects = z.infer<typeof realmEmojiObjects>;
