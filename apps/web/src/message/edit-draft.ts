import type { Drafts } from '../workspace/drafts.js';

/** A text that is being changed, with the text from which it began: it must not overwrite a newer one. */
export class EditDraft {
  private readonly name: string;
  private readonly origin: string;

  constructor(
    private readonly drafts: Drafts,
    /** A name that no conversation has, so the draft stays in the browser. */
    name: string,
  ) {
    this.name = name;
    this.origin = `${name} from`;
  }

  /** The text with which editing goes on, when this is the text of the message. */
  begin(text: string): string {
    const draft = this.drafts.of(this.origin) === text ? this.drafts.of(this.name) : '';
    this.drafts.keep(this.name, draft);
    this.drafts.keep(this.origin, text);
    return draft || text;
  }

  keep(text: string): void {
    this.drafts.keep(this.name, text);
  }

  /** Whether all that was typed is saved by now. If not, the draft goes on from what was saved. */
  saved(text: string): boolean {
    const draft = this.drafts.of(this.name);
    if (draft === '' || draft === text) {
      this.end();
      return true;
    }
    this.drafts.keep(this.origin, text);
    return false;
  }

  end(): void {
    this.drafts.keep(this.name, '');
    this.drafts.keep(this.origin, '');
  }
}
