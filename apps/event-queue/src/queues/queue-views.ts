import { Injectable } from '@nestjs/common';
import type { QueueView } from '@parley/contracts';
import { LRUCache } from 'lru-cache';
import { QueueStore } from './queue-store.js';

const MOST_VIEWS = 50_000;

/** Descriptors of queues. They never change, so a kept one is true; whether the queue still lives is another question. */
@Injectable()
export class QueueViews {
  private readonly kept = new LRUCache<string, QueueView>({ max: MOST_VIEWS });

  constructor(private readonly store: QueueStore) {}

  /** In the order of `queues`; null for a queue that is gone. */
  async of(organizationId: number, queues: readonly string[]): Promise<(QueueView | null)[]> {
    const missing = queues.filter((queue) => !this.kept.has(queue));
    const descriptors = missing.length === 0 ? [] : await this.store.descriptors(organizationId, missing);
    const read = new Map<string, QueueView>();
    missing.forEach((queue, place) => {
      const descriptor = descriptors[place];
      if (descriptor === null || descriptor === undefined) return;
      const view = parseDescriptor(descriptor);
      read.set(queue, view);
      this.kept.set(queue, view);
    });
    return queues.map((queue) => read.get(queue) ?? this.kept.get(queue) ?? null);
  }
}

export function toDescriptor(view: QueueView): string {
  return JSON.stringify(view);
}

/** Written by `toDescriptor` alone, so what is there has that shape; fields that a later release adds must be optional. */
function parseDescriptor(descriptor: string): QueueView {
  return JSON.parse(descriptor) as QueueView;
}
