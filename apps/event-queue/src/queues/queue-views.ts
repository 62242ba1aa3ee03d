import { Injectable } from '@nestjs/common';
import type { QueueView } from '@parley/client-events';
import type { Lane } from '@parley/contracts/event-queue';
import { LRUCache } from 'lru-cache';
import { QueueStore } from './queue-store.js';

/** All queues of the lanes of a replica, or each event would read the descriptors of those that do not fit. */
const MAX_VIEWS = 200_000;
/** Clients of one program register with the same options. */
const MAX_OPTIONS = 1_000;

/** A cache of queue descriptors. They never change, so a cached one stays valid, but its queue may be gone. */
@Injectable()
export class QueueViews {
  private readonly cached = new LRUCache<string, QueueView>({ max: MAX_VIEWS });
  /** Options by their JSON, so that equal ones are in memory once. */
  private readonly options = new LRUCache<string, QueueOptions>({ max: MAX_OPTIONS });

  constructor(private readonly store: QueueStore) {}

  /** In the order of `queues`; null for a queue that is gone. */
  async of(lane: Lane, queues: readonly string[]): Promise<(QueueView | null)[]> {
    const views = queues.map((queue) => this.cached.get(queue) ?? null);
    const missing = [...queues.keys()].filter((index) => views[index] === null);
    if (missing.length === 0) return views;
    const requested = missing.map((index) => queues[index] ?? '');
    const descriptors = await this.store.descriptors(lane, requested);
    for (const [n, index] of missing.entries()) {
      const descriptor = descriptors[n] ?? null;
      const view = descriptor === null ? null : this.withSharedOptions(viewOf(descriptor));
      views[index] = view;
      if (view !== null) this.cached.set(requested[n] ?? '', view);
    }
    return views;
  }

  private withSharedOptions(view: QueueView): QueueView {
    const { eventTypes, narrow, capabilities } = view;
    const own: QueueOptions = { eventTypes, narrow, capabilities };
    const key = JSON.stringify(own);
    const shared = this.options.get(key) ?? own;
    this.options.set(key, shared);
    return { ...view, ...shared };
  }
}

type QueueOptions = Pick<QueueView, 'eventTypes' | 'narrow' | 'capabilities'>;

export function toDescriptor(view: QueueView): string {
  return JSON.stringify(view);
}

/** Only `toDescriptor` writes descriptors, so the shape is known. Fields that a later release adds must be optional. */
export function viewOf(descriptor: string): QueueView {
  return JSON.parse(descriptor) as QueueView;
}
