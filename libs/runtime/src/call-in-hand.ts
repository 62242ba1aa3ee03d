import { AsyncLocalStorage } from 'node:async_hooks';

/** A call that a service is handling. */
export interface CallInHand {
  /** Milliseconds since the epoch. The caller does not wait longer. */
  readonly deadlineAt: number;
  /** The answer was sent. Work of the call that continues after it has no deadline. */
  answered: boolean;
}

const storage = new AsyncLocalStorage<CallInHand>();

/** Runs `work`, so that all code in it can read the deadline of its call. */
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

/** The call that this code runs for. Undefined in jobs and other work for which no caller waits. */
export function callInHand(): CallInHand | undefined {
  const call = storage.getStore();
  return call?.answered === false ? call : undefined;
}
