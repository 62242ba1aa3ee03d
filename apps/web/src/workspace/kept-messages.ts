import type { OutboxStorage, PendingMessage } from '@parley/client';
import type { TextStorage } from './drafts.js';

/** The storage of the browser, with the names of what is in it. */
export interface ListedStorage extends TextStorage {
  readonly keys: () => readonly string[];
}

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request(name: string, options: { readonly ifAvailable?: boolean }, work: (lock: unknown) => Promise<void>): Promise<void>;
}

export interface KeptMessagesOptions {
  readonly storage: ListedStorage;
  /** Messages of another person in the same browser are apart. */
  readonly owner: string;
  /** Id of this page load, or of the tab if there are no locks. */
  readonly pageId: string;
  /** Absent if the page was not loaded over TLS: then a page finds only what it kept itself. */
  readonly locks: Locks | undefined;
  readonly signal: AbortSignal;
}

/**
 * Messages that are not sent yet, kept in the browser. Each page has its own, so that two pages do not send the same message. Each open
 * page holds a lock on its messages. If a lock is free, its page was closed, and another page takes over its messages.
 */
export function keptMessages({ storage, owner, pageId, locks, signal }: KeptMessagesOptions): OutboxStorage {
  const prefix = `parley outbox ${owner} `;
  const key = `${prefix}${pageId}`;
  const take = (other: string): readonly PendingMessage[] => {
    const taken = parsed(storage.getItem(other));
    const all = JSON.stringify([...parsed(storage.getItem(key)), ...taken]);
    try {
      // Saved under our key before they are deleted from the other one, so that a crash loses nothing.
      if (taken.length > 0) storage.setItem(key, all);
      storage.removeItem(other);
    } catch {
      // There is no space for both. If there is none without the other one either, the messages are in the memory of this page.
      storage.removeItem(other);
      attempt(() => storage.setItem(key, all));
    }
    return taken;
  };
  return {
    load: async () => {
      const messages = [...parsed(storage.getItem(key))];
      if (locks === undefined) return messages;
      locks.request(key, {}, () => aborted(signal)).catch(() => undefined);
      for (const other of storage.keys()) {
        if (!other.startsWith(prefix) || other === key) continue;
        const takeIfClosed = async (lock: unknown) => {
          if (lock !== null) messages.push(...take(other));
        };
        // What cannot be taken over now stays where it is.
        await locks.request(other, { ifAvailable: true }, takeIfClosed).catch(() => undefined);
      }
      return messages.sort((a, b) => a.writtenAt - b.writtenAt);
    },
    save: async (pending) => {
      if (pending.length === 0) return storage.removeItem(key);
      try {
        storage.setItem(key, JSON.stringify(pending));
      } catch (error) {
        // An older copy may have a message without the ids with which it is sent now. From that copy it would be sent twice.
        storage.removeItem(key);
        throw error;
      }
    },
  };
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The browser has no space, or keeps nothing.
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}

function parsed(text: string | null): readonly PendingMessage[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isPending) : [];
  } catch {
    return [];
  }
}

function isPending(entry: unknown): entry is PendingMessage {
  return (
    typeof entry === 'object' && entry !== null && 'localId' in entry && 'message' in entry && 'status' in entry && 'writtenAt' in entry
  );
}
