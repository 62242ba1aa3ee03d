import { addressesOf, bucketOf, eventsLogged, partitionOf, wakeUpAddress } from '@parley/event-log';
import type { Bus, Unsubscribe } from '@parley/rpc';
import type { z } from 'zod';

type WakeUp = z.infer<typeof eventsLogged.payload>;

/** Receives the wake-ups of the partitions that this replica holds, and of organizations of which it runs lanes. It does not parse other events. */
export class HeldWakeUps {
  private readonly subscriptions = new Map<string, Unsubscribe>();

  constructor(
    private readonly bus: Bus,
    private readonly handle: (wakeUp: WakeUp) => void,
  ) {}

  /** Subscribes to new addresses before it leaves old ones: receiving a wake-up twice does no harm. */
  follow(held: ReadonlySet<number>, partitions: number, organizationIds: Iterable<number> = []): void {
    const wanted = new Set(addressesOf(held, partitions));
    // Releases before 2026-11-23 announce events at `<bucket>.<organization id>`.
    for (const partition of held) wanted.add(`${bucketOf(partition)}.*`);
    for (const organizationId of organizationIds) {
      if (!held.has(partitionOf(organizationId, partitions))) wanted.add(wakeUpAddress(organizationId));
    }
    for (const address of wanted) {
      if (!this.subscriptions.has(address)) this.subscriptions.set(address, this.bus.subscribe(eventsLogged, this.handle, address));
    }
    for (const address of this.subscriptions.keys()) if (!wanted.has(address)) this.leave(address);
  }

  stop(): void {
    for (const address of this.subscriptions.keys()) this.leave(address);
  }

  private leave(address: string): void {
    this.subscriptions.get(address)?.();
    this.subscriptions.delete(address);
  }
}
