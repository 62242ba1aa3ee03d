import type { Drafts } from './drafts.js';

interface Kept {
  /** The value from which the text began: it must not replace a newer one. */
  readonly from: string;
  readonly text: string;
}

/** What is typed into a field of a window, until it is saved: the window may close, or the session end. It stays in the browser. */
export class KeptText {
  private readonly name: string;

  constructor(
    private readonly drafts: Pick<Drafts, 'of' | 'keep'>,
    /** Of the field. No conversation has this name. */
    name: string,
  ) {
    this.name = `field ${name}`;
  }

  /** What was typed when the field had this value. Undefined: nothing else. */
  typedOver(value: string): string | undefined {
    const kept = this.read();
    return kept?.from === value && kept.text !== value ? kept.text : undefined;
  }

  keep(text: string, from: string): void {
    this.drafts.keep(this.name, text === from ? '' : JSON.stringify({ from, text } satisfies Kept));
  }

  end(): void {
    this.drafts.keep(this.name, '');
  }

  private read(): Kept | undefined {
    try {
      const kept: unknown = JSON.parse(this.drafts.of(this.name));
      return isKept(kept) ? kept : undefined;
    } catch {
      return undefined;
    }
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('from' in value && 'text' in value)) return false;
  return typeof value.from === 'string' && typeof value.text === 'string';
}
