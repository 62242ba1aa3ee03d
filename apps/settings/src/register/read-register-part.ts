import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, OutputOf, Visitor } from '@parley/contracts';
import type { registerParts } from '@parley/contracts/event-queue';
import { Database } from '@parley/persistence';
import { personalFields } from './personal-fields.js';
import { spectatorFields } from './spectator-fields.js';

type Part = typeof registerParts.settings;

/** The personal fields of a registration, read in the snapshot of the registration. */
@Injectable()
export class ReadRegisterPart {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller | Visitor, { snapshotId, options, spectatedOrganizationId }: InputOf<Part>): Promise<OutputOf<Part>> {
    if ('userId' in caller) {
      return { fields: await this.database.inSnapshot(snapshotId, (reader) => personalFields(reader, caller, options)) };
    }
    if (spectatedOrganizationId === undefined) return { fields: {} };
    const spectator = { organizationId: spectatedOrganizationId, clientName: caller.clientName };
    return { fields: await this.database.inSnapshot(snapshotId, (reader) => spectatorFields(reader, spectator, options)) };
  }
}
