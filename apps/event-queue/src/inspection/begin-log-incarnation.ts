import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import type { beginLogIncarnation } from '@parley/contracts/event-queue';
import { Database } from '@parley/persistence';
import { newLogIncarnation } from './log-incarnation.repository.js';

/**
 * Begins a new incarnation of every organization's log, for an operator who restored the files of PostgreSQL. Fan-out notices it within a
 * second.
 */
@Injectable()
export class BeginLogIncarnation {
  constructor(private readonly database: Database) {}

  async execute(): Promise<OutputOf<typeof beginLogIncarnation>> {
    return { organizations: await newLogIncarnation(this.database.client) };
  }
}
