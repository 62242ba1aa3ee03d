/** An error that a retry cannot fix. A job that fails with it is not retried, and is kept for the operator. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}
