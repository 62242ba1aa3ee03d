import { Injectable } from '@nestjs/common';
import type { QueueView } from '@parley/contracts';
import { LRUCache } from 'lru-cache';
import { QueueStore } from './queue-store.js';

const MOST_VIEWS = 50_000;

/** A cache of queue descriptors. They never change, so a cached one stays valid, but its queue may be gone. */
@Injectable()
export class QueueViews {
  private readonly kept = new LRUCache<string, QueueView>({ max: MOST_VIEWS });

  constructor(private readonly store: QueueStore) {}

  /** In the order of `queues`; null for a queue that is gone. */
  async of(organizationId: number, queues: readonly string[]): Promise<(QueueView | null)[]> {
    const views = queues.map((queue) => this.kept.get(queue) ?? null);
    const missing = [...queues.keys()].filter((place) => views[place] === null);
    if (missing.length === 0) return views;
    const asked = missing.map((place) => queues[place] ?? '');
    const descriptors = await this.store.descriptors(organizationId, asked);
    for (const [n, place] of missing.entries()) {
      const descriptor = descriptors[n] ?? null;
      const view = descriptor === null ? null : viewOf(descriptor);
      views[place] = view;
      if (view !== null) this.kept.set(asked[n] ?? '', view);
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
