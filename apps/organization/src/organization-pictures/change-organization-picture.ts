import { Injectable } from '@nestjs/common';
import { organizationPicture, organizationPictureKey } from '@parley/access';
import { apiErrors, type Caller, isAdministrator } from '@parley/contracts';
import { type OrganizationPicture, organizationPictureChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { organizationOf } from '../organization-of.js';
import { pictureKey } from '../pictures/picture-key.js';
import { Pictures } from '../pictures/pictures.js';
import { storePicture } from './organization-pictures.repository.js';

/** Stores an image of the organization and logs its event, in one transaction. The previous file is deleted afterwards. */
@Injectable()
export class ChangeOrganizationPicture {
  constructor(
    private readonly eventLog: EventLog,
    private readonly pictures: Pictures,
  ) {}

  /** `file`: its name. Null removes the image. Returns the new URL. @throws administratorsOnly */
  async execute({ organizationId, role }: Caller, picture: OrganizationPicture, file: string | null): Promise<string> {
    if (!isAdministrator(role)) throw apiErrors.administratorsOnly();
    const { before, after } = await this.eventLog.change(organizationId, async (tx, log) => {
      const before = organizationPicture(await organizationOf(tx, organizationId), picture);
      await storePicture(tx, organizationId, organizationPictureKey(picture), file);
      const after = organizationPicture(await organizationOf(tx, organizationId), picture);
      if (after.url !== before.url) log.append(organizationPictureChanged, { picture, ...after });
      return { before, after };
    });
    if (before.source === 'U' && before.url !== after.url) await this.pictures.discard([pictureKey(before.url)]);
    return after.url;
  }
}
