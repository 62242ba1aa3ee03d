import { Injectable } from '@nestjs/common';
import { pollReleased, queuesWoken } from '@parley/contracts/event-queue';
import { Bus } from '@parley/rpc';
import type { Waiter } from '../queues/waiter.js';

/** Notifies gateways that held polls have something to fetch, or must end. Notifications may be lost: gateways also check by themselves. */
@Injectable()
export class WakeGateways {
  constructor(private readonly bus: Bus) {}

  /** Publishes one message per gateway. */
  wake(organizationId: number, waiters: readonly Waiter[]): void {
    const byGateway = new Map<string, Waiter[]>();
    for (const waiter of waiters) {
      const gateway = gatewayOf(waiter.waiter);
      const list = byGateway.get(gateway);
      if (list === undefined) byGateway.set(gateway, [waiter]);
      else list.push(waiter);
    }
    for (const [gateway, queues] of byGateway) this.bus.publish(queuesWoken, { organizationId, queues }, gateway);
  }

  /** A newer request polls this queue: the older one is answered with no events. */
  release(waiter: Waiter): void {
    this.bus.publish(pollReleased, waiter, gatewayOf(waiter.waiter));
  }
}

function gatewayOf(waiter: string): string {
  return waiter.slice(0, waiter.indexOf('|'));
}
