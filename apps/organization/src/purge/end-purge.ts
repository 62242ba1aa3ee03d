import { Injectable } from '@nestjs/common';
import { organizationPicture } from '@parley/access';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import { callersChanged, type endPurge, ORGANIZATION_PICTURES } from '@parley/contracts/organization';
import { nameActor } from '@parley/event-log';
import { Database, isBeingPurged, organizationById } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { FileStorage } from '@parley/storage';
import { pictureKey } from '../pictures/picture-key.js';
import { deleteOrganization } from './purge.repository.js';

/** Deletes the organization itself, when all else of it is deleted: foreign keys refuse it otherwise. One entry of the audit log stays. */
@Injectable()
export class EndPurge {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
    private readonly bus: Bus,
  ) {}

  /** @throws notBeingPurged */
  async execute({ organizationId }: InputOf<typeof endPurge>): Promise<OutputOf<typeof endPurge>> {
    const organization = await organizationById(this.database.direct, organizationId);
    if (organization === undefined) return {};
    if (!(await isBeingPurged(this.database.direct, organizationId))) throw apiErrors.notBeingPurged();
    const pictures = ORGANIZATION_PICTURES.map((picture) => organizationPicture(organization, picture));
    const keys = pictures.filter(({ source }) => source === 'U').map(({ url }) => pictureKey(url));
    await Promise.all(keys.map((key) => this.storage.remove(key)));
    await this.database.transaction(async (tx) => {
      await nameActor(tx);
      await deleteOrganization(tx, organizationId);
    });
    this.bus.publish(callersChanged, { organizationId, userIds: null });
    return {};
  }
}
