import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, Visitor } from '@parley/contracts';
import type { registerParts } from '@parley/contracts/event-queue';
import { Database } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { isUnderTest } from '@parley/runtime';
import { KeptSubscriberLists } from '../subscriptions/kept-subscriber-lists.js';
import { ownFields, wantsChannels } from './own-fields.js';
import { spectatorFields } from './spectator-fields.js';

type Part = typeof registerParts.channels;

/** Only tests compare what is kept with what the database has. */
const isCompared = isUnderTest();

/** This service's part of a registration, read in the snapshot of the registration. Values may be RawJson. */
@Injectable()
export class ReadRegisterPart {
  constructor(
    private readonly database: Database,
    private readonly keptLists: KeptSubscriberLists,
  ) {}

  async execute(caller: Caller | Visitor, params: InputOf<Part>): Promise<Record<string, unknown>> {
    const { snapshotId, options, spectatedOrganizationId } = params;
    if ('userId' in caller) {
      return this.database.inSnapshot(snapshotId, (reader) =>
        this.keptLists.using(caller, params, async (kept) => {
          const isKept = isCompared && wantsChannels(options) && kept !== undefined && kept.size > 0;
          const fields = await ownFields(reader, caller, options, kept);
          if (isKept) checkCurrent(fields, await ownFields(reader, caller, options, undefined));
          return fields;
        }),
      );
    }
    if (spectatedOrganizationId === undefined) return {};
    return this.database.inSnapshot(snapshotId, (reader) => spectatorFields(reader, spectatedOrganizationId, options));
  }
}

/** @throws Error if lists that are kept are not those of the snapshot */
function checkCurrent(given: Record<string, unknown>, current: Record<string, unknown>): void {
  if (!RawJson.object(given).toBuffer().equals(RawJson.object(current).toBuffer())) {
    throw new Error('subscriptions changed without a new version of the lists of subscribers');
  }
}
