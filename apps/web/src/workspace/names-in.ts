import type { ListedStorage } from './kept-messages.js';

/** What follows the prefix in the keys of the storage. Nothing where the browser refuses to say. */
export function namesIn(storage: ListedStorage, prefix: string): readonly string[] {
  try {
    return storage.keys().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  } catch {
    return [];
  }
}
