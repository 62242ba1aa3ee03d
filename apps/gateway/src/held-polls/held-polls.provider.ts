import { randomBytes } from 'node:crypto';
import type { FactoryProvider } from '@nestjs/common';
import { CONFIG, Runtime } from '@parley/runtime';
import type { GatewayConfig } from '../config.js';
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

export const heldPollsProvider: FactoryProvider<HeldPolls> = {
  provide: HeldPolls,
  useFactory: (gatewayId: GatewayId, config: GatewayConfig, polls: NatsQueuePolls) =>
    new HeldPolls(gatewayId.value, config.MAX_HELD_POLLS, polls, { now: () => performance.now(), random: Math.random, soon: setImmediate }),
  inject: [GatewayId, CONFIG, NatsQueuePolls],
};
