import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '@parley/contracts';
import { LogReader } from '@parley/event-log';
import { LRUCache } from 'lru-cache';
import { EventCatalog, type KnownEvent } from './event-catalog.js';

/** A logged event. Its payload is interpreted on first use. */
export class EventBody {
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Length of the payload as JSON, which estimates the size of an answer that contains it. */
  readonly size: number;
  private meaning: KnownEvent | null | undefined;

  constructor(
    private readonly event: LoggedEvent,
    private readonly catalog: EventCatalog,
  ) {
    this.type = event.type;
    this.at = event.at;
    this.size = JSON.stringify(event.payload).length;
  }

  /** Null if this process does not know the type or cannot parse the payload. */
  get known(): KnownEvent | null {
    if (this.meaning === undefined) this.meaning = this.catalog.read(this.event.type, this.event.payload);
    return this.meaning;
  }
}

const MOST_BYTES = 64 * 1024 * 1024;
/** Limits how long an erased text stays in memory. */
const KEEP_MS = 30 * 60_000;
/** Approximate overhead of an entry, without its payload. */
const ENTRY_BYTES = 500;

/**
 * A cache of logged events. Queues hold ids only and the log holds each event once. This replica caches recent events (from wake-ups and
 * fan-out) and reads the others from the log. The key contains the incarnation of the log, because another incarnation assigns the same
 * seqs to other events.
 */
@Injectable()
export class EventBodies {
  private readonly kept = new LRUCache<string, EventBody>({
    maxSize: MOST_BYTES,
    sizeCalculation: (body) => body.size + ENTRY_BYTES,
    ttl: KEEP_MS,
  });

  constructor(
    private readonly log: LogReader,
    private readonly catalog: EventCatalog,
  ) {}

  keep(event: LoggedEvent): EventBody {
    const key = keyOf(event.organizationId, event.incarnation, event.seq);
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const body = new EventBody(event, this.catalog);
    this.kept.set(key, body);
    return body;
  }

  /** The events of this incarnation of the log, by seq. A seq that is missing in the result is no longer in the log. */
  async of(organizationId: number, incarnation: string, seqs: Iterable<number>): Promise<Map<number, EventBody>> {
    const bodies = new Map<number, EventBody>();
    const missing: number[] = [];
    for (const seq of new Set(seqs)) {
      const body = this.kept.get(keyOf(organizationId, incarnation, seq));
      if (body === undefined) missing.push(seq);
      else bodies.set(seq, body);
    }
    for (const event of await this.log.some(organizationId, missing)) {
      const body = this.keep(event);
      if (event.incarnation === incarnation) bodies.set(event.seq, body);
    }
    return bodies;
  }
}

function keyOf(organizationId: number, incarnation: string, seq: number): string {
  return `${organizationId}:${incarnation}:${seq}`;
}
