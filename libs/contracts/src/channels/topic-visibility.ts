import { z } from 'zod';

/** A user's visibility policy of a topic. `inherit` follows the channel and is not stored. */
export const TOPIC_VISIBILITY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export const topicVisibility = z.literal(Object.values(TOPIC_VISIBILITY));
export type TopicVisibility = z.infer<typeof topicVisibility>;

/** `[channel name, topic, seconds since the epoch]`: the format of a muted topic for older clients. */
export const mutedTopic = z.tuple([z.string(), z.string(), z.int()]);
