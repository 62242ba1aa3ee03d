import type { z } from 'zod';
import type { ClientCapabilities } from './client-capabilities.js';
import type { Service } from './contract.js';
import type { Role } from './roles.js';

/** The immutable description of one event queue: how its client wants events. Made at registration (spec 4.20). */
export interface QueueView {
  readonly queueId: string;
  readonly userId: number;
  /** Null: all types. */
  readonly eventTypes: readonly string[] | null;
  /** Filter on message events: [operator, operand] pairs. */
  readonly narrow: readonly (readonly [string, string])[];
  readonly allPublicStreams: boolean;
  readonly applyMarkdown: boolean;
  /** The client computes hash-based avatar URLs itself (client_extavatar, client_gravatar). */
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly includeSubscribers: boolean;
  readonly clientName: string;
  readonly capabilities: ClientCapabilities;
}

/**
 * Whose queues an event goes to: the union of the named sets as they are at this event's place in the log, minus `except`.
 * `channels` means the channels' subscribers. `publicChannel`: the queues that asked for all_public_streams and belong to nobody who is
 * subscribed to this channel.
 */
export interface Audience {
  readonly users?: readonly number[];
  readonly channels?: readonly number[];
  readonly roles?: readonly Role[];
  readonly publicChannel?: number;
  readonly except?: readonly number[];
}

/** Event as a client reads it, without its id. */
export type ClientEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** One client event of a logged event. Its id is seq * 65,536 + its place in `parts`. */
export interface Part {
  /** Matched against event_types. */
  readonly clientType: string;
  readonly audience: Audience;
  /** Further filter by what the queue's client declared or narrowed to. Decided when the event is appended. */
  readonly wants?: (queue: QueueView) => boolean;
  /** Decided when the client polls. Pure: the same queue and payload give the same JSON for ever. */
  readonly render: (queue: QueueView) => ClientEvent;
}

/** Changes of the fan-out index, applied right after the event's own appends, in log order: no queue hears of what was before a join or after a leave. */
export type IndexChange =
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly userIds: readonly number[]; readonly channelIds: readonly number[] }
  | { readonly kind: 'role'; readonly userId: number; readonly role: Role }
  /** The user's queues end: deactivated, or the key was replaced. */
  | { readonly kind: 'end-queues'; readonly userIds: readonly number[] }
  | { readonly kind: 'end-organization' };

/** What happened, as the log keeps it. A joiner hears of the join through `users`, since index changes apply after the appends. */
export interface DomainEvent<T extends string = string, P = unknown> {
  readonly kind: 'domain-event';
  /** Name in the log, `noun.happened`. Never changes meaning: add an optional payload field or a new name. */
  readonly type: T;
  readonly owner: Service;
  readonly payload: z.ZodType<P>;
  readonly parts: (payload: P) => readonly Part[];
  readonly indexChanges: (payload: P) => readonly IndexChange[];
}

export function domainEvent<T extends string, P>(spec: {
  type: T;
  owner: Service;
  payload: z.ZodType<P>;
  parts: (payload: P) => readonly Part[];
  indexChanges?: (payload: P) => readonly IndexChange[];
}): DomainEvent<T, P> {
  return { ...spec, kind: 'domain-event', indexChanges: spec.indexChanges ?? (() => []) };
}

/** A row of the event log. */
export interface LoggedEvent {
  readonly organizationId: number;
  /**
   * Which history of the log the event is of. After PostgreSQL was restored, or a standby promoted, the log has another incarnation, and gives
   * the same seqs to other events.
   */
  readonly incarnation: string;
  readonly seq: number;
  readonly type: string;
  readonly payload: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
