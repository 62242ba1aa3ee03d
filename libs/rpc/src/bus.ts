import type { Broadcast } from '@parley/contracts';
import type { Runtime } from '@parley/runtime';
import type { NatsLink } from './nats-connection.js';

/** Stops a subscription. */
export type Unsubscribe = () => void;

/**
 * Messages to every replica that listens, or to those that listen at an address. They may be lost, doubled or late:
 * they may only speed up what happens anyway. Publishing never throws and never waits.
 */
export class Bus {
  constructor(
    private readonly link: NatsLink,
    private readonly runtime: Runtime,
  ) {}

  publish<P>(declared: Broadcast<P>, payload: NoInfer<P>, address?: string): void {
    if (!this.link.connected) return;
    try {
      this.link.connection.publish(this.link.subject(subjectAt(declared, address)), JSON.stringify(payload));
    } catch (err) {
      this.runtime.logger.warn({ err, subject: declared.subject }, 'broadcast not sent');
    }
  }

  /** `address` may hold the wildcards of NATS (`*`, `>`). A message that does not parse is logged and skipped. */
  subscribe<P>(declared: Broadcast<P>, handle: (payload: P) => void | Promise<void>, address?: string): Unsubscribe {
    const subscription = this.link.connection.subscribe(this.link.subject(subjectAt(declared, address)), {
      callback: (error, message) => {
        if (error !== null && error !== undefined) return;
        const parsed = declared.payload.safeParse(message.json());
        if (!parsed.success) {
          this.runtime.logger.warn({ subject: declared.subject }, 'skipped a broadcast that is not understood');
          return;
        }
        Promise.resolve(parsed.data)
          .then(handle)
          .catch((err: unknown) => this.runtime.logger.error({ err, subject: declared.subject }, 'broadcast handler failed'));
      },
    });
    return () => subscription.unsubscribe();
  }

  /** After a reconnect: what was published meanwhile is lost, so look. */
  onReconnect(listener: () => void): void {
    this.link.onReconnect(listener);
  }
}

function subjectAt(declared: Broadcast, address: string | undefined): string {
  return address === undefined ? declared.subject : `${declared.subject}.${address}`;
}
