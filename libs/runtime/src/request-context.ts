import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActorKind } from '@parley/contracts';

/** Fields of every log line of a call. */
interface LoggedContext {
  readonly requestId: string;
  readonly organizationId?: number;
  readonly userId?: number;
}

/** The call that this code runs for. */
export interface RequestContext extends LoggedContext {
  /** The kind of the caller. */
  readonly actor: ActorKind;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runInRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

export function loggedContext(): LoggedContext | undefined {
  const context = storage.getStore();
  if (context === undefined) return undefined;
  const { actor: _, ...logged } = context;
  return logged;
}
