/** A failure whose message is one sentence for the user of the terminal. Printed without a stack trace. */
export class ClearError extends Error {
  override readonly name = 'ClearError';
}

/**
 * The text for a failure. A full disk has its own sentence wherever it occurred; an unexpected error keeps its
 * stack, which is needed to find the cause.
 */
export function sentenceFor(error: unknown): string {
  if (error instanceof ClearError) return error.message;
  if (!(error instanceof Error)) return `Something failed without saying why: ${String(error)}`;
  if (isDiskFull(error)) return fullDiskSentence('path' in error && typeof error.path === 'string' ? error.path : undefined);
  return `This failure was not foreseen, please report it with the lines below.\n${error.stack ?? error.message}`;
}

export function fullDiskSentence(path?: string): string {
  return `The disk${path ? ` that holds ${path}` : ''} is full: free some space, then run the command again.`;
}

/** Programs report a full disk in their output, Node in the error's code. */
export function isDiskFull(failure: Error | string): boolean {
  const text = typeof failure === 'string' ? failure : failure.message;
  return (
    (typeof failure !== 'string' && 'code' in failure && failure.code === 'ENOSPC') ||
    /no space left on device|check free disk space|\bENOSPC\b/i.test(text)
  );
}
