/** A part of the page that did not load: without a connection, or because the server has a newer version without this part. */
export class PartNotLoadedError extends Error {
  override readonly name: string = 'PartNotLoadedError';
}

const PAUSE_MS = 1_000;

/** For `lazy`: loads a part of the page, and tries once more after a failure. @throws PartNotLoadedError */
export function loadPart<T>(load: () => Promise<T>, pauseMs = PAUSE_MS): () => Promise<T> {
  return async () => {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return load().catch((cause: unknown) => {
      throw new PartNotLoadedError('a part of the page did not load', { cause });
    });
  };
}
