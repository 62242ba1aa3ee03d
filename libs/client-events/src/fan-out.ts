import type { ClientCapabilities, DomainEvent, Role } from '@parley/contracts';

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

/** What fan-out does with a domain event. One for each: registry.ts does not compile if one is missing. */
export interface FanOut<T extends string = string, P = unknown> {
  readonly kind: 'fan-out';
  readonly event: DomainEvent<T, P>;
  /** The client events that it becomes. A user who joins receives the join through `users`, because index changes apply after the appends. */
  readonly parts: (payload: P) => readonly Part[];
  readonly indexChanges: (payload: P) => readonly IndexChange[];
}

export function fanOut<T extends string, P>(
  event: DomainEvent<T, P>,
  spec: { parts: (payload: P) => readonly Part[]; indexChanges?: (payload: P) => readonly IndexChange[] },
): FanOut<T, P> {
  return { kind: 'fan-out', event, parts: spec.parts, indexChanges: spec.indexChanges ?? (() => []) };
}
