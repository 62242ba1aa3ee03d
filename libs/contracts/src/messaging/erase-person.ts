import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * Deletes what a deactivated user wrote for themselves: drafts, alert words, flags, whom they muted, and uploads that no message links. With
 * `messages` also some of the messages that they sent; `hasMore`: call again. Errors: noSuchUser, accountActive.
 */
export const erasePersonalMessages = serviceCall({
  name: 'erasePersonalMessages',
  service: 'messaging',
  input: z.object({ organizationId: z.int(), userId: z.int(), messages: z.boolean() }),
  output: z.object({ deletedMessages: z.int(), hasMore: z.boolean() }),
  safeToRetry: true,
  timeoutMs: 30_000,
});
