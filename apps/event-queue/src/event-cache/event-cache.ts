import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '@parley/contracts';
import { LogReader } from '@parley/event-log';
import { LRUCache } from 'lru-cache';
import { EventRegistry, type KnownEvent } from './event-registry.js';

/** A logged event. Its payload is interpreted on first use. */
export class CachedEvent {
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Length of the payload as JSON, which estimates the size of an answer that contains it. */
  readonly size: number;
  private interpreted: KnownEvent | null | undefined;

  constructor(
    private readonly event: LoggedEvent,
    private readonly registry: EventRegistry,
  ) {
    this.type = event.type;
    this.at = event.at;
    this.size = JSON.stringify(event.payload).length;
  }

  /** Null if this process does not know the type or cannot parse the payload. */
  get known(): KnownEvent | null {
    if (this.interpreted === undefined) this.interpreted = this.registry.read(this.event.type, this.event.payload);
    return this.interpreted;
  }
}

const MAX_BYTES = 64 * 1024 * 1024;
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
export class EventCache {
  private readonly cached = new LRUCache<string, CachedEvent>({
    maxSize: MAX_BYTES,
    sizeCalculation: (event) => event.size + ENTRY_BYTES,
    ttl: KEEP_MS,
  });

  constructor(
    private readonly log: LogReader,
    private readonly registry: EventRegistry,
  ) {}

  keep(event: LoggedEvent): CachedEvent {
    const key = keyOf(event.organizationId, event.incarnation, event.seq);
    const cached = this.cached.get(key);
    if (cached !== undefined) return cached;
    const fresh = new CachedEvent(event, this.registry);
    this.cached.set(key, fresh);
    return fresh;
  }

  /** The events of this incarnation of the log, by seq. A seq that is missing in the result is no longer in the log. */
  async of(organizationId: number, incarnation: string, seqs: Iterable<number>): Promise<Map<number, CachedEvent>> {
    const events = new Map<number, CachedEvent>();
    const missing: number[] = [];
    for (const seq of new Set(seqs)) {
      const event = this.cached.get(keyOf(organizationId, incarnation, seq));
      if (event === undefined) missing.push(seq);
      else events.set(seq, event);
    }
    for (const event of await this.log.some(organizationId, missing)) {
      const kept = this.keep(event);
      if (event.incarnation === incarnation) events.set(event.seq, kept);
    }
    return events;
  }
}

function keyOf(organizationId: number, incarnation: string, seq: number): string {
  return `${organizationId}:${incarnation}:${seq}`;
}
