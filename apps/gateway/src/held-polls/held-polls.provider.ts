import { randomBytes } from 'node:crypto';
import type { FactoryProvider } from '@nestjs/common';
import { CONFIG, Runtime } from '@parley/runtime';
import { type Cell, Cells } from '../cells/cells.js';
import type { GatewayConfig } from '../config.js';
import { FanOutProcesses } from './fan-out-processes.js';
import { HeldPolls } from './held-polls.js';
import { NatsQueuePolls } from './nats-queue-polls.js';

/**
 * The address to which event-queue sends wake-ups for this gateway. Its random end keeps those for an earlier process of the same name away.
 */
export class GatewayId {
  readonly value: string;

  constructor(instance: string) {
    this.value = `${instance.replace(/[^\w-]/g, '-')}-${randomBytes(6).toString('hex')}`;
  }
}

export const gatewayIdProvider: FactoryProvider<GatewayId> = {
  provide: GatewayId,
  useFactory: (runtime: Runtime) => new GatewayId(runtime.instance),
  inject: [Runtime],
};

/** The processes of event-queue, by cell: the ids of two cells fall into the same partitions. */
export class ProcessesByCell {
  readonly all: ReadonlyMap<Cell, FanOutProcesses>;

  constructor(cells: readonly Cell[], gatewayId: GatewayId) {
    this.all = new Map(cells.map((cell) => [cell, new FanOutProcesses(gatewayId.value, () => performance.now())]));
  }
}

export const processesProvider: FactoryProvider<ProcessesByCell> = {
  provide: ProcessesByCell,
  useFactory: (cells: Cells, gatewayId: GatewayId) => new ProcessesByCell(cells.all, gatewayId),
  inject: [Cells, GatewayId],
};

export const heldPollsProvider: FactoryProvider<HeldPolls> = {
  provide: HeldPolls,
  useFactory: (gatewayId: GatewayId, config: GatewayConfig, polls: NatsQueuePolls, processes: ProcessesByCell) => {
    const clock = { now: () => performance.now(), random: Math.random, soon: setImmediate };
    return new HeldPolls(gatewayId.value, config.MAX_HELD_POLLS, polls, clock, (cell) => processes.all.get(cell)?.names ?? []);
  },
  inject: [GatewayId, CONFIG, NatsQueuePolls, ProcessesByCell],
};
