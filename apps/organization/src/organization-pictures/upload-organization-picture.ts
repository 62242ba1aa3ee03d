import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, isAdministrator, type UploadedFile } from '@parley/contracts';
import type { OrganizationPicture } from '@parley/contracts/organization';
import { Pictures } from '../pictures/pictures.js';
import { ChangeOrganizationPicture } from './change-organization-picture.js';

const ICON_PIXELS = 100;
const LOGO_PIXELS = { width: 800, height: 100 } as const;
const FILE_NAME_BYTES = 18;

/** POST /realm/icon and /realm/logo. The image is stored under a new URL before the change is announced. */
@Injectable()
export class UploadOrganizationPicture {
  constructor(
    private readonly pictures: Pictures,
    private readonly change: ChangeOrganizationPicture,
  ) {}

  /** Returns the URL. */
  async execute(caller: Caller, picture: OrganizationPicture, file: UploadedFile): Promise<string> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const bytes = await this.pictures.open(file);
    const image = await (picture === 'icon'
      ? this.pictures.square(bytes, ICON_PIXELS)
      : this.pictures.within(bytes, LOGO_PIXELS.width, LOGO_PIXELS.height));
    // The file name must not be guessable, because anyone with the URL can fetch the image.
    const name = `${randomBytes(FILE_NAME_BYTES).toString('hex')}.png`;
    const key = `user_avatars/${caller.organizationId}/realm/${name}`;
    await this.pictures.store(key, image);
    try {
      const url = await this.change.execute(caller, picture, name);
      await this.pictures.discard([file.key]);
      return url;
    } catch (error) {
      await this.pictures.discard([key]);
      throw error;
    }
  }
}
