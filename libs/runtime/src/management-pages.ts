import type { RequestListener } from 'node:http';

/** Further pages of a process on its management port, each below its own path. */
export class ManagementPages {
  private readonly listeners = new Map<string, RequestListener>();

  /** `path` begins with a slash and is one name. */
  add(path: string, listener: RequestListener): void {
    this.listeners.set(path, listener);
  }

  /** The listener for `url`. */
  at(url: string): RequestListener | undefined {
    const [path = ''] = /^\/[^/?]*/.exec(url) ?? [];
    return this.listeners.get(path);
  }
}
