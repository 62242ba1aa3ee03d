import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActorKind } from '@parley/contracts';
import type { Span, SpanOptions } from './tracing/span.js';

/** Fields of every log line of a call. */
interface LoggedContext {
  readonly requestId?: string;
  readonly organizationId?: number;
  readonly userId?: number;
  /** Only of a trace. */
  readonly traceId?: string;
}

/** The call that this code runs for. */
export interface RequestContext extends Omit<LoggedContext, 'traceId'> {
  readonly requestId: string;
  /** The kind of the caller. */
  readonly actor: ActorKind;
}

interface Context {
  readonly call: RequestContext | undefined;
  /** Undefined if the work is not traced. */
  readonly span: Span | undefined;
}

const storage = new AsyncLocalStorage<Context>();

export function runInRequestContext<T>(call: RequestContext, work: () => T, span = currentSpan()): T {
  return storage.run({ call, span }, work);
}

export function requestContext(): RequestContext | undefined {
  return storage.getStore()?.call;
}

/** The span that this code runs in. */
export function currentSpan(): Span | undefined {
  return storage.getStore()?.span;
}

/** Runs `work` in this span, which it does not end. Undefined: runs it in no span. */
export function runInSpan<T>(span: Span | undefined, work: () => T): T {
  const context = storage.getStore();
  return context?.span === span ? work() : storage.run({ call: context?.call, span }, work);
}

/** Runs `work` in a new child span of the current one. If there is no current span, it just runs `work`. */
export async function runInChildSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = currentSpan()?.child(name, options);
  return span === undefined ? work() : runAndEnd(span, work);
}

/** Runs `work` in this span, and ends it with the work. */
export async function runAndEnd<T>(span: Span, work: () => T | Promise<T>): Promise<T> {
  try {
    const result = await runInSpan(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error ?? new Error());
    throw error;
  }
}

export function loggedContext(): LoggedContext | undefined {
  const context = storage.getStore();
  if (context === undefined) return undefined;
  const { call, span } = context;
  const traced =
    span === undefined ? undefined : { ...(span.requestId === undefined ? {} : { requestId: span.requestId }), traceId: span.traceId };
  if (call === undefined) return traced;
  const { actor: _, ...logged } = call;
  return { ...traced, ...logged };
}
