import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { fanOutAlive, type Lane } from '@parley/contracts/event-queue';
import { Bus } from '@parley/rpc';
import { FanOut } from './fan-out.js';
import { WakeGateways } from './wake-gateways.js';

const HEARTBEAT_MS = 1_000;

/** Tells all gateways once a second which polls this process wakes, and the number of its last wake-up for each gateway. */
@Injectable()
export class AnnounceProcess implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly fanOut: FanOut,
    private readonly gateways: WakeGateways,
    private readonly bus: Bus,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tell(this.fanOut.leased, this.fanOut.lanes), HEARTBEAT_MS);
  }

  /** From now on, other processes wake these polls. */
  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.tell(new Set(), []);
  }

  private tell(held: ReadonlySet<number>, lanes: readonly Lane[]): void {
    const { partitionCount: partitions, redisReturns } = this.fanOut;
    this.bus.publish(fanOutAlive, {
      process: this.bus.address,
      partitions,
      held: [...held],
      lanes: lanes.map(String),
      redisReturns,
      sent: this.gateways.lastNumbers,
    });
  }
}
