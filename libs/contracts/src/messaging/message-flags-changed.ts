import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { EDITABLE_FLAGS } from './message-flag-names.js';

const editableFlag = z.literal(['read', 'starred', 'collapsed'] satisfies (keyof typeof EDITABLE_FLAGS)[]);

/** The data with which a client can count a message as unread again even if it never loaded it. */
export const unreadDetails = z.object({
  type: z.enum(['stream', 'private']),
  mentioned: z.literal(true).optional(),
  /** Direct message: the other participants. */
  user_ids: z.array(z.int()).optional(),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
  unmuted_stream_msg: z.boolean().optional(),
});
export type UnreadDetails = z.infer<typeof unreadDetails>;

/** Maximum number of messages in one event. More become several events. */
export const MESSAGES_PER_FLAGS_EVENT = 1_000;

/** One user's flag changed on messages. Contains only messages on which it changed. */
export const messageFlagsChanged = domainEvent({
  type: 'message-flags.changed',
  owner: 'messaging',
  payload: z.object({
    userId: z.int(),
    op: z.enum(['add', 'remove']),
    flag: editableFlag,
    /** Ascending; empty when `all`. */
    messages: z.array(z.int()).max(MESSAGES_PER_FLAGS_EVENT),
    /** All unread messages of the user were marked as read. */
    all: z.boolean(),
    /** By message id. Present if `read` was removed. */
    details: z.record(z.string(), unreadDetails).optional(),
  }),
});
