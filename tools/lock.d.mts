/** See lock.mjs. */
export declare function withLock<T>(
  path: string,
  options: { readonly onWait?: (holderPid: number) => void },
  work: () => Promise<T> | T,
): Promise<T>;
