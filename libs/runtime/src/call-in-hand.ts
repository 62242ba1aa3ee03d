import { AsyncLocalStorage } from 'node:async_hooks';

/** A call that a service works on. */
export interface CallInHand {
  /** Milliseconds since the epoch after which the caller no longer waits. */
  readonly deadlineAt: number;
  /** It is answered. Work that it started and left behind has no deadline any more. */
  answered: boolean;
}

const storage = new AsyncLocalStorage<CallInHand>();

/** Runs `work` so that everything below it can ask until when its result is wanted. */
export function runCall<T>(deadlineAt: number, work: () => Promise<T>): Promise<T> {
  const call: CallInHand = { deadlineAt, answered: false };
  return storage.run(call, async () => {
    try {
      return await work();
    } finally {
      call.answered = true;
    }
  });
}

/** The call for which this code runs. Undefined in jobs and in other work that no call waits for. */
export function callInHand(): CallInHand | undefined {
  const call = storage.getStore();
  return call?.answered === false ? call : undefined;
}
