import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({ userId: z.int() });

/** Somebody has a new API key. Nobody is told; queues made with the old one end (reference/api-surface.md "Authentication and server"). */
export const userKeyReplaced: DomainEvent<'user.key-replaced', z.infer<typeof payload>> = domainEvent({
  type: 'user.key-replaced',
  owner: 'organization',
  payload,
  parts: () => [],
  indexChanges: ({ userId }) => [{ kind: 'end-queues', userIds: [userId] }],
});
