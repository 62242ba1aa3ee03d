import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { allQueuesWoken, pollReleased, queuesWoken } from '@parley/contracts/event-queue';
import { Bus } from '@parley/rpc';
import { METRICS, Runtime } from '@parley/runtime';
import { HeldPolls } from './held-polls.js';
import { GatewayId } from './held-polls.provider.js';

const SWEEP_EVERY_MS = 1_000;

/** Triggers held polls to poll again: after wake-ups, after a NATS reconnect, and by the clock. */
@Injectable()
export class WakeUps implements OnModuleInit, OnModuleDestroy {
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly holds: HeldPolls,
    private readonly gatewayId: GatewayId,
    private readonly bus: Bus,
    private readonly runtime: Runtime,
  ) {}

  onModuleInit(): void {
    const address = this.gatewayId.value;
    this.bus.subscribe(queuesWoken, ({ queues }) => this.holds.wake(queues.map(({ waiter }) => waiter)), address);
    this.bus.subscribe(pollReleased, ({ waiter }) => this.holds.release(waiter), address);
    this.bus.subscribe(allQueuesWoken, () => this.holds.wakeAll());
    this.bus.onReconnect(() => this.holds.wakeAll());
    this.runtime.metrics.gauge(METRICS.heldPolls, (gauge) => gauge.set(this.holds.size));
    this.sweeping = setInterval(() => this.holds.sweep(), SWEEP_EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.sweeping);
  }
}
