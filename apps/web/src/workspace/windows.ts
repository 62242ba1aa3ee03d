import { type NewMessage, Store } from '@parley/client';
import type { MessageObject, ScheduledMessageObject } from '@parley/contracts/messaging';

/** The window that is open above the page. */
export type PageWindow =
  | { readonly kind: 'shortcuts' | 'recipient' | 'people' | 'search' | 'settings' }
  | { readonly kind: 'react' | 'remove' | 'history' | 'receipts' | 'forward'; readonly message: MessageObject }
  /** Without a message: the whole topic. */
  | { readonly kind: 'move'; readonly channelId: number; readonly topic: string; readonly message?: MessageObject }
  | { readonly kind: 'pictures'; readonly pictures: readonly { readonly address: string; readonly name: string }[]; readonly first: number }
  | { readonly kind: 'create-channel' | 'create-group' | 'invitations' }
  | { readonly kind: 'unsubscribe' | 'channel-settings'; readonly channelId: number }
  | { readonly kind: 'profile'; readonly userId: number }
  | { readonly kind: 'group'; readonly groupId: number }
  /** `onChosen` gets the Markdown. */
  | { readonly kind: 'time'; readonly onChosen: (markdown: string) => void }
  | { readonly kind: 'schedule'; readonly message: NewMessage; readonly onScheduled: () => void }
  | { readonly kind: 'reschedule'; readonly scheduled: ScheduledMessageObject }
  /** Writes a text that has no recipient yet. */
  | { readonly kind: 'address'; readonly text: string; readonly onAddressed: () => void };

/** Which window is open. Any part of the page opens one. */
export class Windows {
  readonly store = new Store<PageWindow | undefined>(undefined);
  readonly open = (window: PageWindow): void => this.store.update(() => window);
  /**
   * Closes this window, or the one that is open. Returns false if this one was closed before: an answer came late, and another window may be open.
   */
  readonly close = (window = this.store.get()): boolean => {
    if (this.store.get() !== window) return false;
    this.store.update(() => undefined);
    return true;
  };
}
