import type { Caller, CallOptions } from '../src/api/client.js';

type Answer = (params: Readonly<Record<string, unknown>>, options: CallOptions) => unknown;

/** A server in the process of the test: one function for each endpoint by name. */
export function scriptedCaller(answers: Readonly<Record<string, Answer>>): Caller {
  const call = async (endpoint: { readonly name: string }, params: Readonly<Record<string, unknown>>, options: CallOptions = {}) => {
    const answer = answers[endpoint.name];
    if (answer === undefined) throw new Error(`${endpoint.name} was called`);
    options.signal?.throwIfAborted();
    return answer(params, options);
  };
  return { call: call as Caller['call'] };
}

/** Ends when the signal is aborted. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

/** Lets everything that is under way go on. */
export async function turns(count = 20): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise(setImmediate);
}
