/** The part of `localStorage` that is used. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Texts that were not sent, by conversation, kept in the browser so that a reload or a closed page loses nothing. */
export class Drafts {
  constructor(
    private readonly storage: TextStorage,
    /** Drafts of another person in the same browser are apart. */
    private readonly owner: string,
  ) {}

  of(conversation: string): string {
    return this.read(conversation) ?? '';
  }

  keep(conversation: string, text: string): void {
    try {
      if (text.trim() === '') this.storage.removeItem(this.keyOf(conversation));
      else this.storage.setItem(this.keyOf(conversation), text);
    } catch {
      // The browser keeps nothing, or is full. The text is still in its field.
    }
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
