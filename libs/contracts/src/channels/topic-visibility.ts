import { z } from 'zod';

/** How a topic shows for one person (reference/rules.md section 9). Inherit: as its channel does; nothing is stored. */
export const TOPIC_VISIBILITY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export const topicVisibility = z.literal(Object.values(TOPIC_VISIBILITY));
export type TopicVisibility = z.infer<typeof topicVisibility>;

/** `[channel name, topic, seconds since the epoch]`: how older clients know a muted topic. */
export const mutedTopic = z.tuple([z.string(), z.string(), z.int()]);
export type MutedTopic = z.infer<typeof mutedTopic>;
