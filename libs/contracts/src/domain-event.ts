import type { z } from 'zod';
import type { ClientCapabilities } from './client-capabilities.js';
import type { Service } from './contract.js';
import type { Role } from './roles.js';

/** The immutable options of one event queue, from its registration. */
export interface QueueView {
  readonly queueId: string;
  readonly userId: number;
  /** Null for all types. */
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
 * The queues that receive an event: those of the union of these sets at this event's position in the log, minus `except`.
 * `channels` means the channels' subscribers. `publicChannel`: the queues with all_public_streams whose owner is not
 * subscribed to this channel.
 */
export interface Audience {
  readonly users?: readonly number[];
  readonly channels?: readonly number[];
  readonly roles?: readonly Role[];
  readonly publicChannel?: number;
  readonly except?: readonly number[];
}

/** An event in the format for clients, without its id. */
export type ClientEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** One client event of a logged event. Its id is seq * 65,536 + its index in `parts`. */
export interface Part {
  /** Matched against event_types. */
  readonly clientType: string;
  readonly audience: Audience;
  /** Further filter by the client's capabilities or narrow. Evaluated when the event is appended. */
  readonly wants?: (queue: QueueView) => boolean;
  /** Evaluated when the client polls. Pure: the same queue and payload always result in the same JSON. */
  readonly render: (queue: QueueView) => ClientEvent;
}

/**
 * Changes of the fan-out index, applied right after the event's own appends, in log order: no queue receives events from before a join or after a
 * leave.
 */
export type IndexChange =
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly userIds: readonly number[]; readonly channelIds: readonly number[] }
  | { readonly kind: 'role'; readonly userId: number; readonly role: Role }
  /** The user's queues end, because of deactivation or a new API key. */
  | { readonly kind: 'end-queues'; readonly userIds: readonly number[] }
  | { readonly kind: 'end-organization' };

/** An event as logged. A user who joins receives the join through `users`, because index changes apply after the appends. */
export interface DomainEvent<T extends string = string, P = unknown> {
  readonly kind: 'domain-event';
  /** Name in the log, `noun.happened`. Its meaning never changes: add an optional payload field or a new name. */
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
   * The incarnation of the log that has the event. After PostgreSQL was restored, or a standby promoted, the log has another incarnation,
   * which assigns the same seqs to other events.
   */
  readonly incarnation: string;
  readonly seq: number;
  readonly type: string;
  readonly payload: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
