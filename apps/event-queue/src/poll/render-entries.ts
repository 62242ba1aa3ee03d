import { Injectable } from '@nestjs/common';
import type { Part, QueueView } from '@parley/client-events';
import { isEphemeral, partOfEventId, seqOfEventId } from '@parley/contracts';
import type { PolledEvent } from '@parley/contracts/event-queue';
import { METRICS, Runtime } from '@parley/runtime';
import { z } from 'zod';
import { type CachedEvent, EventCache } from '../event-cache/event-cache.js';
import { EventRegistry } from '../event-cache/event-registry.js';
import type { QueueEntry } from '../queues/poll-request.js';

/** The queue entry of an ephemeral event, which is in no log. */
const ephemeralBody = z.object({ type: z.string(), payload: z.unknown(), part: z.int() });

/** The limit is checked before each entry, so an answer may exceed it by one event, and always contains at least one. */
const ANSWER_BYTES = 2 * 1024 * 1024;
/** An unknown type comes from a newer release: for this long, rendering is left to replicas of that release. */
const PATIENCE_MS = 5 * 60_000;

export type Rendered =
  | { outcome: 'events'; events: PolledEvent[]; bytes: number }
  /** The event is no longer in the log. */
  | { outcome: 'lost' }
  /** The event is of a newer release than this process. */
  | { outcome: 'unknown' };

/** Renders a queue's entries as client events, in the form that the queue's client wants. */
@Injectable()
export class RenderEntries {
  private readonly unrendered;

  constructor(
    private readonly cache: EventCache,
    private readonly registry: EventRegistry,
    private readonly runtime: Runtime,
  ) {
    this.unrendered = runtime.metrics.counter(METRICS.eventsUnrendered);
  }

  /** The logged events that these entries refer to, in one read. */
  eventsOf(organizationId: number, incarnation: string, entries: readonly QueueEntry[]): Promise<Map<number, CachedEvent>> {
    return this.cache.of(
      organizationId,
      incarnation,
      entries.filter((entry) => !isEphemeral(entry.id)).map((entry) => seqOfEventId(entry.id)),
    );
  }

  /** Renders as many entries as fit into one answer, at least one; the others stay in the queue. */
  execute(view: QueueView, entries: readonly QueueEntry[], loggedEvents: ReadonlyMap<number, CachedEvent>): Rendered {
    const events: PolledEvent[] = [];
    let bytes = 0;
    for (const { id, body } of entries) {
      if (bytes > ANSWER_BYTES) break;
      if (isEphemeral(id)) {
        bytes += body.length;
        events.push(this.render(view, id, this.ephemeralPart(body)));
        continue;
      }
      const logged = loggedEvents.get(seqOfEventId(id));
      if (logged === undefined) return { outcome: 'lost' };
      if (logged.known === null && Date.now() - logged.at < PATIENCE_MS) return { outcome: 'unknown' };
      bytes += logged.size;
      events.push(this.render(view, id, logged.known?.parts[partOfEventId(id)]));
    }
    return { outcome: 'events', events, bytes };
  }

  private ephemeralPart(body: string): Part | undefined {
    const { type, payload, part } = ephemeralBody.parse(JSON.parse(body));
    return this.registry.read(type, payload)?.parts[part];
  }

  /** An event that cannot be rendered becomes a heartbeat with its id, so that the client can acknowledge it and continue. */
  private render(view: QueueView, id: number, part: Part | undefined): PolledEvent {
    try {
      if (part !== undefined) return { ...part.render(view), id };
    } catch (err) {
      this.runtime.logger.error({ err, eventId: id }, 'failed to render an event');
    }
    this.unrendered.inc();
    return { type: 'heartbeat', id };
  }
}
