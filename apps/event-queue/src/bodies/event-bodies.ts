import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '@parley/contracts';
import { LogReader } from '@parley/event-log';
import { LRUCache } from 'lru-cache';
import { EventCatalog, type KnownEvent } from './event-catalog.js';

/** A logged event with what its declaration makes of it, once somebody asks. */
export class EventBody {
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Length of the payload as JSON: a measure of what an answer with it weighs. */
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

  /** Null where this process does not know the type or cannot read the payload. */
  get known(): KnownEvent | null {
    if (this.meaning === undefined) this.meaning = this.catalog.read(this.event.type, this.event.payload);
    return this.meaning;
  }
}

const MOST_BYTES = 64 * 1024 * 1024;
/** A text that is erased from the log is not kept here for long. */
const KEEP_MS = 30 * 60_000;
/** What an entry costs besides its payload, roughly. */
const ENTRY_BYTES = 500;

/**
 * Bodies of logged events. Queues hold ids only: the log holds each body once; this replica keeps those that passed lately (wake-ups,
 * fan-out) and reads the others. They are kept by the incarnation of the log: another one gives the same seqs to other events.
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

  /** The bodies that exist in this incarnation of the log, by seq. A seq that is missing from the answer is no longer in the log. */
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
