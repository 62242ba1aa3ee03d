import { LRUCache } from 'lru-cache';

/** What a text is kept by. */
export interface TextKey {
  readonly portion: string;
  readonly role: number;
}

export interface Made<T> {
  readonly text: T;
  /** Whether viewers of all roles see the same. */
  readonly isForAllRoles: boolean;
}

/**
 * Keeps texts that are made of the rows of a portion of people. Of several calls that need the same text at once, one makes it. Otherwise eight
 * registrations in an organization of 100,000 would serialize everybody eight times.
 */
export class PortionTexts<T extends object> {
  private readonly kept: LRUCache<string, T>;
  private readonly underWay = new Map<string, Promise<unknown>>();

  /** The text for a key is always the same. */
  constructor(options: { readonly maxBytes: number; bytesOf(text: T): number }) {
    this.kept = new LRUCache<string, T>({ maxSize: options.maxBytes, sizeCalculation: (text) => Math.max(1, options.bytesOf(text)) });
  }

  find(key: TextKey): T | undefined {
    return this.kept.get(key.portion) ?? this.kept.get(ofRole(key));
  }

  async get(key: TextKey, make: () => Promise<Made<T>>): Promise<T> {
    const found = this.find(key);
    if (found !== undefined) return found;
    const others = this.underWay.get(key.portion);
    if (others === undefined) return this.make(key, make);
    // That call may fail for a reason of its own, such as its deadline, or make the text of another role.
    await others.catch(() => undefined);
    return this.find(key) ?? this.make(key, make);
  }

  private async make(key: TextKey, make: () => Promise<Made<T>>): Promise<T> {
    const made = make();
    this.underWay.set(key.portion, made);
    try {
      const { text, isForAllRoles } = await made;
      this.kept.set(isForAllRoles ? key.portion : ofRole(key), text);
      return text;
    } finally {
      if (this.underWay.get(key.portion) === made) this.underWay.delete(key.portion);
    }
  }
}

function ofRole({ portion, role }: TextKey): string {
  return `${portion} as ${role}`;
}
