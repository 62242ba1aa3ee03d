import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, Visitor } from '@parley/contracts';
import type { registerParts } from '@parley/contracts/event-queue';
import { Database } from '@parley/persistence';
import { ownFields } from './own-fields.js';
import { spectatorFields } from './spectator-fields.js';

type Part = typeof registerParts.channels;

/** This service's part of a registration, read in the snapshot of the registration. Values may be RawJson. */
@Injectable()
export class ReadRegisterPart {
  constructor(private readonly database: Database) {}

  async execute(
    caller: Caller | Visitor,
    { snapshotId, options, spectatedOrganizationId }: InputOf<Part>,
  ): Promise<Record<string, unknown>> {
    if ('userId' in caller) return this.database.inSnapshot(snapshotId, (reader) => ownFields(reader, caller, options));
    if (spectatedOrganizationId === undefined) return {};
    return this.database.inSnapshot(snapshotId, (reader) => spectatorFields(reader, spectatedOrganizationId, options));
  }
}
