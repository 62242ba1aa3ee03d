import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { directoryAlive } from '@parley/contracts/directory';
import { Database } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import { PlacesRepository } from './places.repository.js';

const EVERY_MS = 1_000;

/** Tells gateways the number of the last change, so that they notice one whose announcement was lost. */
@Injectable()
export class AnnounceVersion implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isReading = false;

  constructor(
    private readonly database: Database,
    private readonly places: PlacesRepository,
    private readonly bus: Bus,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.announce(), EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async announce(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      this.bus.publish(directoryAlive, { version: await this.places.version(this.database.direct) });
    } catch (err) {
      this.runtime.logger.debug({ err }, 'failed to read the version of the directory');
    } finally {
      this.isReading = false;
    }
  }
}
