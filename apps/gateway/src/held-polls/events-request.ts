import type { ApiError } from '@parley/contracts';
import type { RawJson } from '@parley/rpc';
import type { Span } from '@parley/runtime';
import type { Cell } from '../cells/cells.js';

/** One client's request for events. */
export interface EventsRequest {
  readonly organizationId: number;
  /** In which the queue is. If the organization moves, the queue ends. */
  readonly cell?: Cell;
  readonly userId: number;
  /** It was authenticated by a browser session or an API token, which may end. */
  readonly mayEnd?: boolean;
  readonly queueId: string;
  readonly lastEventId: number;
  /** False (dont_block): answered at once, even without events. */
  readonly waits: boolean;
  readonly requestId: string;
  readonly span?: Span | null;
}

/** Selects polls by their person and the cell of the organization. */
export type PollFilter = (organizationId: number, cell: Cell, userId: number) => boolean;

export type EventsAnswer =
  /** `events`: the JSON list. */
  { readonly kind: 'events'; readonly events: RawJson } | { readonly kind: 'error'; readonly error: ApiError };

/**
 * Called exactly once, unless the client disconnects first. `wasHeld`: the first poll found no event. `wakeUp`: the span of the wake-up that led to
 * the answer, if that is traced.
 */
export type OnAnswer = (answer: EventsAnswer, wasHeld: boolean, wakeUp?: Span) => void;
