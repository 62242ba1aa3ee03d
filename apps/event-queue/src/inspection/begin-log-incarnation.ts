import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import type { beginLogIncarnation } from '@parley/contracts/event-queue';
import { Database } from '@parley/persistence';

/**
 * Begins a new incarnation of every organization's log, for an operator who restored the files of PostgreSQL. Fan-out notices it within a
 * second.
 */
@Injectable()
export class BeginLogIncarnation {
  constructor(private readonly database: Database) {}

  async execute(): Promise<OutputOf<typeof beginLogIncarnation>> {
    const [begun] = await this.database.client.$queryRaw<{ organizations: number }[]>`SELECT new_log_incarnation()::int AS organizations`;
    return { organizations: begun?.organizations ?? 0 };
  }
}
