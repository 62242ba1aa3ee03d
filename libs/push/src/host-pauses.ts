import { LRUCache } from 'lru-cache';

const FIRST_MS = 1_000;
const MAX_MS = 60_000;
const MAX_HOSTS = 100;

/**
 * Hosts that did not answer are not called for a while, so that they do not hold up the others with their timeouts. Each has pauses of its own:
 * people choose the host, by what they register.
 */
export class HostPauses {
  private readonly hosts = new LRUCache<string, { readonly failures: number; readonly until: number }>({ max: MAX_HOSTS });

  /** For how long this host is not called. Undefined: it may be called now. */
  remainingMs(host: string): number | undefined {
    const ms = (this.hosts.get(host)?.until ?? 0) - performance.now();
    return ms > 0 ? Math.ceil(ms) : undefined;
  }

  failed(host: string): void {
    const { failures = 0, until = 0 } = this.hosts.get(host) ?? {};
    // Calls that began before the pause are no further failures.
    if (until > performance.now()) return;
    this.hosts.set(host, { failures: failures + 1, until: performance.now() + Math.min(FIRST_MS * 2 ** failures, MAX_MS) });
  }

  answered(host: string): void {
    this.hosts.delete(host);
  }
}
