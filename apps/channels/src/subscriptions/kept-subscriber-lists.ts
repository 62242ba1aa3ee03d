import { Injectable } from '@nestjs/common';
import type { Caller, InputOf } from '@parley/contracts';
import type { registerParts } from '@parley/contracts/event-queue';
import { LRUCache } from 'lru-cache';
import type { ListText } from './listed-subscribers.js';

/** Lists of subscribers by channel. They are current in all snapshots with the same versions. */
export type ListsByChannel = Map<number, ListText>;

interface Entry {
  readonly versions: string;
  readonly lists: ListsByChannel;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** Approximate memory of a list in addition to its text. */
const LIST_BYTES = 256;

/**
 * Keeps the lists of subscribers of an organization until a user subscribes or unsubscribes, or the organization service logs an event, such as
 * the deactivation of an account (docs/adr/0044-kept-subscriber-lists.md).
 */
@Injectable()
export class KeptSubscriberLists {
  private readonly organizations = new LRUCache<number, Entry>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });

  /** The kept lists, to which `use` adds those that it reads. Undefined if the call names no versions, as callers of earlier versions do. */
  async using<T>(
    { organizationId }: Caller,
    { organizationPosition, subscribersVersion }: InputOf<typeof registerParts.channels>,
    use: (lists: ListsByChannel | undefined) => Promise<T>,
  ): Promise<T> {
    if (organizationPosition === undefined || subscribersVersion === undefined) return use(undefined);
    const versions = `${organizationPosition.incarnation} ${organizationPosition.seq} ${subscribersVersion}`;
    const known = this.organizations.get(organizationId);
    const lists: ListsByChannel = known?.versions === versions ? known.lists : new Map();
    const before = lists.size;
    const result = await use(lists);
    // A new object: the cache measures an object that it has only once.
    if (lists !== known?.lists || lists.size !== before) this.organizations.set(organizationId, { versions, lists });
    return result;
  }
}

function sizeOf({ lists }: Entry): number {
  let size = LIST_BYTES;
  for (const list of lists.values()) size += LIST_BYTES + (typeof list === 'string' ? list.length : list.size);
  return size;
}
