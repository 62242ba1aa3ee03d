import { Controller, Module } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import { registerParts } from '@parley/contracts/event-queue';
import { findSpectatedOrganization } from '@parley/contracts/organization';
import { headOf } from '@parley/event-log';
import { Database, PersistenceModule } from '@parley/persistence';
import { Serves } from '@parley/rpc';
import { baseVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

/** The organization that visitors without an account can view. */
export const spectated: { organizationId: number | null } = { organizationId: null };

/** The number of registrations whose parts are being read. */
export const readingAtOnce = { now: 0, most: 0 };

/** While set, no registration finishes before it settles. */
export const held: { until: Promise<void> | null } = { until: null };

/** From now on no registration finishes, until `end` is called. */
export function holdRegistrations(): { end: () => void } {
  let release: () => void = () => undefined;
  held.until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const end = () => {
    held.until = null;
    release();
  };
  return { end };
}

/** Stands in for the four services that read parts of a registration: returns what it was asked for and what the snapshot shows. */
@Controller()
class RegisterPartsStub {
  constructor(private readonly database: Database) {}

  @Serves(findSpectatedOrganization)
  findSpectatedOrganization(_call: CallOf<typeof findSpectatedOrganization>) {
    return Promise.resolve({ ...spectated });
  }

  @Serves(registerParts.organization)
  async organization(call: CallOf<typeof registerParts.organization>) {
    readingAtOnce.now += 1;
    readingAtOnce.most = Math.max(readingAtOnce.most, readingAtOnce.now);
    try {
      await held.until;
      return await this.part(call, 'organization');
    } finally {
      readingAtOnce.now -= 1;
    }
  }

  @Serves(registerParts.channels)
  channels(call: CallOf<typeof registerParts.channels>) {
    return this.part(call, 'channels');
  }

  @Serves(registerParts.messaging)
  messaging(call: CallOf<typeof registerParts.messaging>) {
    return this.part(call, 'messaging');
  }

  @Serves(registerParts.settings)
  settings(call: CallOf<typeof registerParts.settings>) {
    return this.part(call, 'settings');
  }

  private async part(
    { params, caller }: CallOf<typeof registerParts.organization>,
    name: string,
  ): Promise<OutputOf<typeof registerParts.organization>> {
    const seq = await this.database.inSnapshot(params.snapshotId, async (reader) => {
      const organizationId = 'organizationId' in caller ? caller.organizationId : params.spectatedOrganizationId;
      return (await headOf(reader, organizationId ?? 0)).seq;
    });
    return { fields: { [name]: { seq, options: params.options } } };
  }
}

@Module({ imports: [PersistenceModule.forService('channels')], controllers: [RegisterPartsStub] })
export class RegisterPartsStubModule {}

/** Its environment. */
export const registerPartsConfig = z.object({ ...baseVariables, ...storeVariables });
