import { Store } from '@parley/client';
import type { Drafts } from './drafts.js';

export interface Upload {
  readonly id: number;
  /** The draft that gets its link. */
  readonly draft: string;
  readonly file: File;
  readonly status: 'waiting' | 'sending' | 'failed';
  readonly loaded: number;
  /** Why it failed. */
  readonly error?: unknown;
}

export interface StoredFile {
  readonly url: string;
  readonly filename: string;
}

/** @throws ApiError, NoAnswerError */
export type SendFile = (file: File, onProgress: (loaded: number) => void, signal: AbortSignal) => Promise<StoredFile>;

/** A browser opens six connections to a server that has no HTTP/2. One is the poll, and messages must not wait for files. */
const MOST_AT_ONCE = 2;

/** Files on their way to the server. A file that arrived is a link in its draft, whatever is shown by then. */
export class Uploads {
  readonly store = new Store<readonly Upload[]>([]);
  private readonly running = new Map<number, AbortController>();
  private last = 0;

  constructor(
    private readonly send: SendFile,
    private readonly drafts: Drafts,
    /** When the page ends. */
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => {
      for (const end of this.running.values()) end.abort();
    });
  }

  add(draft: string, files: Iterable<File>): void {
    const added = [...files].map((file): Upload => {
      this.last += 1;
      return { id: this.last, draft, file, status: 'waiting', loaded: 0 };
    });
    this.store.update((uploads) => [...uploads, ...added]);
    this.sendNext();
  }

  retry(id: number): void {
    this.change(id, { status: 'waiting', loaded: 0, error: undefined });
    this.sendNext();
  }

  discard(id: number): void {
    this.running.get(id)?.abort();
    this.remove(id);
  }

  private sendNext(): void {
    if (this.signal.aborted) return;
    const uploads = this.store.get();
    for (const upload of uploads.filter(({ status }) => status === 'waiting').slice(0, MOST_AT_ONCE - this.running.size))
      void this.sendOne(upload);
  }

  private async sendOne({ id, draft, file }: Upload): Promise<void> {
    const end = new AbortController();
    this.running.set(id, end);
    this.change(id, { status: 'sending' });
    try {
      const { url, filename } = await this.send(file, (loaded) => this.change(id, { loaded }), end.signal);
      if (end.signal.aborted) return;
      this.remove(id);
      this.drafts.add(draft, linkTo(url, filename));
    } catch (error) {
      if (!end.signal.aborted) this.change(id, { status: 'failed', error });
    } finally {
      this.running.delete(id);
      this.sendNext();
    }
  }

  private change(id: number, changes: Partial<Upload>): void {
    this.store.update((uploads) => uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  }

  private remove(id: number): void {
    this.store.update((uploads) => uploads.filter((upload) => upload.id !== id));
  }
}

/** Brackets in the name would end the text of the link. */
function linkTo(url: string, filename: string): string {
  const name = filename.replaceAll('[', '(').replaceAll(']', ')').replaceAll(/\s+/g, ' ').trim();
  return `[${name}](${url})`;
}
