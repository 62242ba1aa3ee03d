import { z } from 'zod';
import { domainEvent } from '../domain-event.js';

const person = z.object({ user_id: z.int(), email: z.string() });
const op = z.enum(['start', 'stop']);
const inChannel = z.object({ kind: z.literal('channel'), channelId: z.int(), topic: z.string() });
/** The users of the audience who want typing notifications. */
const listenerIds = z.array(z.int());

const typed = z.object({
  op,
  sender: person,
  /** `recipients`: all participants, including the sender. */
  to: z.discriminatedUnion('kind', [z.object({ kind: z.literal('direct'), recipients: z.array(person) }), inChannel]),
  listenerIds,
});
export type TypingChanged = z.infer<typeof typed>;

const editing = z.object({
  op,
  senderId: z.int(),
  messageId: z.int(),
  /** `userIds`: all participants. */
  to: z.discriminatedUnion('kind', [z.object({ kind: z.literal('direct'), userIds: z.array(z.int()) }), inChannel]),
  listenerIds,
});
export type EditTypingChanged = z.infer<typeof editing>;

/** A user started or stopped typing. Ephemeral: sent with announceEphemeral. */
export const typingChanged = domainEvent({
  type: 'typing.changed',
  owner: 'messaging',
  payload: typed,
});

/** A user started or stopped editing a message. Ephemeral too. */
export const editTypingChanged = domainEvent({
  type: 'edit-typing.changed',
  owner: 'messaging',
  payload: editing,
});
