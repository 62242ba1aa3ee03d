import { apiErrors } from '@parley/contracts';

/** @throws unavailable after the deadline of the call: the client no longer waits for the answer. */
export function refuseAfter(deadlineAt: number): void {
  if (Date.now() > deadlineAt) throw apiErrors.unavailable();
}
