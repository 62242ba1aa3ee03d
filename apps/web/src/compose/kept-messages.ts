import type { OutboxStorage, PendingMessage } from '@parley/client';
import type { TextStorage } from './drafts.js';

/** Messages that are not sent yet, kept in the browser. Each page has its own, so that two pages do not send the same message. */
export function keptMessages(storage: TextStorage, owner: string, pageId: string): OutboxStorage {
  const key = `parley outbox ${owner} ${pageId}`;
  return {
    load: async () => parsed(storage.getItem(key)),
    save: async (pending) => {
      if (pending.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(pending));
    },
  };
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
  return typeof entry === 'object' && entry !== null && 'localId' in entry && 'message' in entry && 'status' in entry;
}
