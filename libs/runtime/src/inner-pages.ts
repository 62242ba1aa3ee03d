import type { RequestListener } from 'node:http';

/** What a process shows on its inner port besides health and metrics: each part of it below a path of its own. */
export class InnerPages {
  private readonly listeners = new Map<string, RequestListener>();

  /** `path` begins with a slash and is one name. */
  add(path: string, listener: RequestListener): void {
    this.listeners.set(path, listener);
  }

  /** Who answers `url`. */
  at(url: string): RequestListener | undefined {
    const [path = ''] = /^\/[^/?]*/.exec(url) ?? [];
    return this.listeners.get(path);
  }
}
