import { Injectable } from '@nestjs/common';
import { pollReleased, queuesWoken } from '@parley/contracts/event-queue';
import { Bus } from '@parley/rpc';
import type { Waiter } from '../queues/waiter.js';

/** A gateway that got no wake-up for this long is omitted from heartbeats, because it may no longer exist. */
const NAMED_MS = 10 * 60_000;

/**
 * Notifies gateways that held polls have something to fetch, or must end. Notifications may be lost. Wake-ups are numbered for each gateway, and
 * heartbeats (`AnnounceProcess`) name the last numbers, so that a gateway notices and polls again.
 */
@Injectable()
export class WakeGateways {
  private readonly sent = new Map<string, { number: number; at: number }>();

  constructor(private readonly bus: Bus) {}

  /** The number of the last wake-up of each gateway that got one recently. */
  get lastNumbers(): Record<string, number> {
    const oldest = performance.now() - NAMED_MS;
    return Object.fromEntries([...this.sent].filter(([, { at }]) => at >= oldest).map(([gateway, { number }]) => [gateway, number]));
  }

  /** Publishes one message per gateway. */
  wake(organizationId: number, waiters: readonly Waiter[]): void {
    const byGateway = new Map<string, Waiter[]>();
    for (const waiter of waiters) {
      const gateway = gatewayOf(waiter.waiter);
      const list = byGateway.get(gateway);
      if (list === undefined) byGateway.set(gateway, [waiter]);
      else list.push(waiter);
    }
    for (const [gateway, queues] of byGateway) {
      const number = this.nextNumber(gateway);
      this.bus.publish(queuesWoken, { organizationId, queues, process: this.bus.address, number }, gateway);
    }
  }

  /** A newer request polls this queue: the older one is answered with no events. */
  release(waiter: Waiter): void {
    this.bus.publish(pollReleased, waiter, gatewayOf(waiter.waiter));
  }

  private nextNumber(gateway: string): number {
    const number = (this.sent.get(gateway)?.number ?? 0) + 1;
    this.sent.set(gateway, { number, at: performance.now() });
    return number;
  }
}

function gatewayOf(waiter: string): string {
  return waiter.slice(0, waiter.indexOf('|'));
}
