import type { Msg } from '@nats-io/transport-node';
import type { Broadcast } from '@parley/contracts';
import { currentSpan, type Runtime, runAndEnd, type TraceHead } from '@parley/runtime';
import type { NatsLink } from './nats-connection.js';
import { Seals } from './seals.js';
import { cellSubject } from './subject.js';

/** Allows for different clocks of machines. A recorded broadcast can be sent again within this time, which does no harm: see `Bus`. */
const MAX_BROADCAST_AGE_MS = 30_000;

/** What a broadcast is on the wire. */
interface Frame {
  readonly sentAt: number;
  readonly payload: unknown;
  /** If what it reports is part of a trace. */
  readonly trace?: TraceHead;
}

/** Stops a subscription. */
export type Unsubscribe = () => void;

/**
 * Messages to every replica that listens, or to those that listen at an address. They may be lost, duplicated or late,
 * so they may only speed up what would happen anyway. Publishing never throws and never waits.
 */
export class Bus {
  private readonly seals: Seals;

  constructor(
    private readonly link: NatsLink,
    private readonly runtime: Runtime,
    private readonly cell?: string,
  ) {
    this.seals = new Seals(runtime.config);
  }

  /** The messages of another cell on the same NATS. Undefined: the first cell. */
  inCell(cell: string | undefined): Bus {
    return new Bus(this.link, this.runtime, cell);
  }

  /** Names this process in what it sends. */
  get address(): string {
    return this.runtime.address;
  }

  /** With a limit, returns false and sends nothing if the message would be larger. */
  publish<P>(declared: Broadcast<P>, payload: NoInfer<P>, address?: string, maxBytes?: number): boolean {
    if (!this.link.connected) return true;
    try {
      const subject = this.link.subject(cellSubject(this.cell, subjectAt(declared, address)));
      const span = currentSpan();
      const trace = span === undefined ? {} : { trace: { traceparent: span.traceparent, requestId: span.requestId } };
      const text = Buffer.from(JSON.stringify({ sentAt: Date.now(), payload, ...trace } satisfies Frame));
      if (maxBytes !== undefined && text.length > maxBytes) return false;
      this.link.publish(subject, this.seals.seal(boundTo(subject), [text]).bytes);
    } catch (err) {
      this.runtime.logger.warn({ err, subject: declared.subject }, 'failed to send a broadcast');
    }
    return true;
  }

  /** `address` may contain the wildcards of NATS (`*`, `>`). A message that does not parse is logged and skipped. */
  subscribe<P>(declared: Broadcast<P>, handle: (payload: P) => void | Promise<void>, address?: string): Unsubscribe {
    const subscription = this.link.connection.subscribe(this.link.subject(cellSubject(this.cell, subjectAt(declared, address))), {
      callback: (error, message) => {
        if (error !== null && error !== undefined) return;
        const frame = this.read(message);
        if (frame === undefined) {
          this.runtime.logger.error({ subject: declared.subject }, 'skipped a broadcast with an invalid signature or an old timestamp');
          return;
        }
        const parsed = declared.payload.safeParse(frame.payload);
        if (!parsed.success) {
          this.runtime.logger.warn({ subject: declared.subject }, 'skipped a broadcast with an unknown format');
          return;
        }
        Promise.resolve(parsed.data)
          .then((payload) => this.handle(declared, frame.trace, () => handle(payload)))
          .catch((err: unknown) => this.runtime.logger.error({ err, subject: declared.subject }, 'broadcast handler failed'));
      },
    });
    return () => subscription.unsubscribe();
  }

  private handle(declared: Broadcast<unknown>, trace: TraceHead | undefined, work: () => void | Promise<void>): void | Promise<void> {
    const span = trace && this.runtime.tracing?.start(declared.subject, trace, { kind: 'consumer' });
    return span === undefined ? work() : runAndEnd(span, work);
  }

  /** Undefined if it is not from this installation, was sent to another subject, or is too old. */
  private read({ subject, data }: Msg): Frame | undefined {
    const text = this.seals.open(boundTo(subject), data)?.text;
    if (text === undefined) return undefined;
    const frame = JSON.parse(text.toString()) as Frame;
    return Math.abs(Date.now() - frame.sentAt) > MAX_BROADCAST_AGE_MS ? undefined : frame;
  }

  /** Called after a reconnect. What was published meanwhile is lost, so listeners must check for themselves. */
  onReconnect(listener: () => void): void {
    this.link.onReconnect(listener);
  }
}

function boundTo(subject: string): string {
  return `broadcast\n${subject}`;
}

function subjectAt(declared: Broadcast, address: string | undefined): string {
  return address === undefined ? declared.subject : `${declared.subject}.${address}`;
}
