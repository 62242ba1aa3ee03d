import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, isDatabaseAway } from '@parley/persistence';
import { CONFIG, Runtime } from '@parley/runtime';
import type { DirectoryConfig } from '../config.js';
import { PlacesRepository } from './places.repository.js';

const RETRY_MS = 1_000;

/** Adds the cells of the configuration. Cells are never removed: an operator closes one, and moves its organizations away. */
@Injectable()
export class AddCells implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly places: PlacesRepository,
    private readonly runtime: Runtime,
    @Inject(CONFIG) private readonly config: Pick<DirectoryConfig, 'CELLS'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.places.addCells(this.database.direct, this.config.CELLS);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.runtime.logger.warn({ err: error }, 'failed to add the cells; trying again');
      setTimeout(
        () => void this.onApplicationBootstrap().catch((err: unknown) => this.runtime.logger.error({ err }, 'failed to add the cells')),
        RETRY_MS,
      ).unref();
    }
  }
}
