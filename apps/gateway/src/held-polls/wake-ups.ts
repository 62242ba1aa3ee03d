import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { allQueuesWoken, fanOutAlive, pollReleased, queuesWoken } from '@parley/contracts/event-queue';
import { Bus } from '@parley/rpc';
import { currentSpan, METRICS, Runtime } from '@parley/runtime';
import { FanOutProcesses, type OrganizationFilter } from './fan-out-processes.js';
import { HeldPolls } from './held-polls.js';
import { GatewayId } from './held-polls.provider.js';

const SWEEP_EVERY_MS = 1_000;
const REPOLL_STEP_MS = 100;
const everyOrganization: OrganizationFilter = () => true;

/** Triggers held polls to poll again: after wake-ups, after a NATS reconnect, and by the clock. */
@Injectable()
export class WakeUps implements OnModuleInit, OnModuleDestroy {
  private readonly processes: FanOutProcesses;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly holds: HeldPolls,
    private readonly gatewayId: GatewayId,
    private readonly bus: Bus,
    private readonly runtime: Runtime,
  ) {
    this.processes = new FanOutProcesses(gatewayId.value, () => performance.now());
  }

  onModuleInit(): void {
    const address = this.gatewayId.value;
    this.bus.subscribe(
      queuesWoken,
      ({ queues, process, number }) => {
        const waiters = queues.map(({ waiter }) => waiter);
        this.holds.wake(waiters, process, currentSpan());
        this.repoll(this.processes.onWokenBy(process, number));
      },
      address,
    );
    this.bus.subscribe(fanOutAlive, (heartbeat) => this.repoll(this.processes.onAlive(heartbeat)));
    this.bus.subscribe(pollReleased, ({ waiter }) => this.holds.release(waiter), address);
    this.bus.subscribe(allQueuesWoken, () => this.repoll(everyOrganization));
    this.bus.onReconnect(() => this.repoll(everyOrganization));
    this.runtime.metrics.gauge(METRICS.heldPolls, (gauge) => gauge.set(this.holds.size));
    const sweep = () => {
      this.repoll(this.processes.check());
      this.holds.sweep(this.processes.covers);
    };
    this.timers.push(
      setInterval(sweep, SWEEP_EVERY_MS),
      setInterval(() => this.holds.repollStep(), REPOLL_STEP_MS),
    );
  }

  onModuleDestroy(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private repoll(affected: OrganizationFilter | undefined): void {
    if (affected !== undefined) this.holds.repoll(affected);
  }
}
