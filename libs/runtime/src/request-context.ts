import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of every log line of a call. */
export interface RequestContext {
  readonly requestId: string;
  readonly organizationId?: number;
  readonly userId?: number;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runInRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}
