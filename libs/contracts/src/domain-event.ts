import type { z } from 'zod';
import type { Service } from './contract.js';

/** An event as logged. What fan-out does with it is declared in libs/client-events, so that services which only log it load no rendering. */
export interface DomainEvent<T extends string = string, P = unknown> {
  readonly kind: 'domain-event';
  /** Name in the log, `noun.happened`. Its meaning never changes: add an optional payload field or a new name. */
  readonly type: T;
  readonly owner: Service;
  readonly payload: z.ZodType<P>;
}

export type PayloadOf<E> = E extends DomainEvent<string, infer P> ? P : never;

export function domainEvent<T extends string, P>(spec: { type: T; owner: Service; payload: z.ZodType<P> }): DomainEvent<T, P> {
  return { ...spec, kind: 'domain-event' };
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
