import { Store } from '@parley/client';
import type { ListedStorage } from './kept-messages.js';
import { namesIn } from './names-in.js';

/** The part of `localStorage` that is used. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Texts that were not sent, by conversation, kept in the browser so that a reload or a closed page loses nothing. */
export class Drafts {
  /** Number of changes to drafts by something other than typing, such as uploads and other browsers. */
  readonly additions = new Store(0);
  /** The draft that changed last. Another object after each change. */
  readonly changed = new Store<{ readonly conversation: string } | undefined>(undefined);
  /** What the browser does not keep, because it is full or may not. */
  private readonly unkept = new Map<string, string>();

  constructor(
    private readonly storage: ListedStorage,
    /** Drafts of another person in the same browser are apart. */
    private readonly owner: string,
  ) {}

  /** Whether the browser keeps everything that was typed. */
  get isKept(): boolean {
    return this.unkept.size === 0;
  }

  /** The conversations that have a draft. */
  conversations(): readonly string[] {
    const kept = namesIn(this.storage, this.keyOf(''));
    return [...new Set([...kept, ...this.unkept.keys()])].filter((conversation) => this.of(conversation) !== '');
  }

  of(conversation: string): string {
    return this.unkept.get(conversation) ?? this.read(conversation) ?? '';
  }

  keep(conversation: string, text: string): void {
    this.unkept.delete(conversation);
    try {
      if (text.trim() === '') this.storage.removeItem(this.keyOf(conversation));
      else this.storage.setItem(this.keyOf(conversation), text);
    } catch {
      this.unkept.set(conversation, text);
    }
    this.changed.update(() => ({ conversation }));
  }

  /** Adds a line, also while its field is not shown. */
  add(conversation: string, line: string): void {
    const before = this.of(conversation);
    this.replace(conversation, before.trim() === '' ? line : `${before.trimEnd()}\n${line}`);
  }

  /** Another text, which its field shows too. */
  replace(conversation: string, text: string): void {
    this.keep(conversation, text);
    this.additions.update((times) => times + 1);
  }

  /** Fields show what another tab of this browser has written. A key that is null stands for all. */
  storedElsewhere(key: string | null): void {
    if (key === null || key.startsWith(this.keyOf(''))) this.additions.update((times) => times + 1);
  }

  private read(conversation: string): string | undefined {
    try {
      return this.storage.getItem(this.keyOf(conversation)) ?? undefined;
    } catch {
      return undefined;
    }
  }

  private keyOf(conversation: string): string {
    return `parley draft ${this.owner} ${conversation}`;
  }
}
