import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { allQueuesWoken, fanOutAlive, pollReleased, queuesWoken } from '@parley/contracts/event-queue';
import { Bus } from '@parley/rpc';
import { currentSpan, METRICS, Runtime } from '@parley/runtime';
import { type Cell, Cells } from '../cells/cells.js';
import type { FanOutProcesses, PersonFilter } from './fan-out-processes.js';
import { HeldPolls } from './held-polls.js';
import { GatewayId, ProcessesByCell } from './held-polls.provider.js';

const SWEEP_EVERY_MS = 1_000;
const REPOLL_STEP_MS = 100;

/** Triggers held polls to poll again: after wake-ups, after a NATS reconnect, and by the clock. */
@Injectable()
export class WakeUps implements OnModuleInit, OnModuleDestroy {
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly holds: HeldPolls,
    private readonly gatewayId: GatewayId,
    private readonly cells: Cells,
    private readonly bus: Bus,
    private readonly runtime: Runtime,
    private readonly processes: ProcessesByCell,
  ) {}

  onModuleInit(): void {
    for (const [cell, processes] of this.processes.all) this.listen(cell, processes);
    this.bus.onReconnect(() => this.holds.repoll(() => true));
    this.runtime.metrics.gauge(METRICS.heldPolls, (gauge) => gauge.set(this.holds.size));
    const sweep = () => {
      for (const [cell, processes] of this.processes.all) this.repoll(cell, processes.check());
      this.holds.sweep((organizationId, cell, userId) => this.processes.all.get(cell)?.covers(organizationId, userId) ?? false);
    };
    this.timers.push(
      setInterval(sweep, SWEEP_EVERY_MS),
      setInterval(() => this.holds.repollStep(), REPOLL_STEP_MS),
    );
  }

  onModuleDestroy(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private listen(cell: Cell, processes: FanOutProcesses): void {
    const bus = this.cells.busOf(cell);
    const address = this.gatewayId.value;
    bus.subscribe(
      queuesWoken,
      ({ queues, process, number }) => {
        const waiters = queues.map(({ waiter }) => waiter);
        this.holds.wake(waiters, process, currentSpan());
        this.repoll(cell, processes.onWokenBy(process, number));
      },
      address,
    );
    bus.subscribe(fanOutAlive, (heartbeat) => this.repoll(cell, processes.onAlive(heartbeat)));
    bus.subscribe(pollReleased, ({ waiter }) => this.holds.release(waiter), address);
    bus.subscribe(allQueuesWoken, () => this.repoll(cell, () => true));
  }

  private repoll(cell: Cell, affected: PersonFilter | undefined): void {
    if (affected !== undefined) this.holds.repoll((organizationId, of, userId) => of === cell && affected(organizationId, userId));
  }
}
