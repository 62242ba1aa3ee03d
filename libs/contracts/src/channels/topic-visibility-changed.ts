import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { mutedTopic, topicVisibility } from './topic-visibility.js';

const payload = z.object({
  channelId: z.int(),
  /** Spelled as in the request. */
  topic: z.string(),
  /** Seconds since the epoch. */
  at: z.int(),
  people: z.array(
    z.object({
      userId: z.int(),
      policy: topicVisibility,
      /** All of their muted topics after this event, if it changed them. */
      mutedTopics: z.array(mutedTopic).nullable(),
    }),
  ),
});
export type TopicVisibilityChanged = z.infer<typeof payload>;

/** The visibility policy of a topic changed for each of `people`. The SQL function change_topic_visibility builds this payload. */
export const topicVisibilityChanged: DomainEvent<'topic-visibility.changed', TopicVisibilityChanged> = domainEvent({
  type: 'topic-visibility.changed',
  owner: 'channels',
  payload,
});
