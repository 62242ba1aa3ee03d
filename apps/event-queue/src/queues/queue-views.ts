import { Injectable } from '@nestjs/common';
import type { QueueView } from '@parley/client-events';
import { LRUCache } from 'lru-cache';
import { QueueStore } from './queue-store.js';

const MAX_VIEWS = 50_000;

/** A cache of queue descriptors. They never change, so a cached one stays valid, but its queue may be gone. */
@Injectable()
export class QueueViews {
  private readonly cached = new LRUCache<string, QueueView>({ max: MAX_VIEWS });

  constructor(private readonly store: QueueStore) {}

  /** In the order of `queues`; null for a queue that is gone. */
  async of(organizationId: number, queues: readonly string[]): Promise<(QueueView | null)[]> {
    const views = queues.map((queue) => this.cached.get(queue) ?? null);
    const missing = [...queues.keys()].filter((index) => views[index] === null);
    if (missing.length === 0) return views;
    const requested = missing.map((index) => queues[index] ?? '');
    const descriptors = await this.store.descriptors(organizationId, requested);
    for (const [n, index] of missing.entries()) {
      const descriptor = descriptors[n] ?? null;
      const view = descriptor === null ? null : viewOf(descriptor);
      views[index] = view;
      if (view !== null) this.cached.set(requested[n] ?? '', view);
    }
    return views;
  }
}

export function toDescriptor(view: QueueView): string {
  return JSON.stringify(view);
}

/** Only `toDescriptor` writes descriptors, so the shape is known. Fields that a later release adds must be optional. */
export function viewOf(descriptor: string): QueueView {
  return JSON.parse(descriptor) as QueueView;
}
