import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  deleteOrganizationIcon,
  deleteOrganizationLogo,
  getOrganizationIcon,
  getOrganizationLogo,
  type OrganizationPicture,
  uploadOrganizationIcon,
  uploadOrganizationLogo,
  verifyPictures,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { ChangeOrganizationPicture } from './change-organization-picture.js';
import { GetOrganizationPicture } from './get-organization-picture.js';
import { UploadOrganizationPicture } from './upload-organization-picture.js';
import { VerifyPictures } from './verify-pictures.js';

@Controller()
export class OrganizationPicturesController {
  constructor(
    private readonly uploading: UploadOrganizationPicture,
    private readonly change: ChangeOrganizationPicture,
    private readonly reading: GetOrganizationPicture,
    private readonly verification: VerifyPictures,
  ) {}

  @Serves(uploadOrganizationIcon)
  async uploadIcon({ caller, params }: CallOf<typeof uploadOrganizationIcon>) {
    return { icon_url: await this.uploading.execute(caller, 'icon', params.file) };
  }

  @Serves(deleteOrganizationIcon)
  async deleteIcon({ caller }: CallOf<typeof deleteOrganizationIcon>) {
    return { icon_url: await this.change.execute(caller, 'icon', null) };
  }

  @Serves(uploadOrganizationLogo)
  async uploadLogo({ caller, params }: CallOf<typeof uploadOrganizationLogo>) {
    await this.uploading.execute(caller, logoFor(params), params.file);
    return {};
  }

  @Serves(deleteOrganizationLogo)
  async deleteLogo({ caller, params }: CallOf<typeof deleteOrganizationLogo>) {
    await this.change.execute(caller, logoFor(params), null);
    return {};
  }

  @Serves(getOrganizationIcon)
  getIcon({ caller }: CallOf<typeof getOrganizationIcon>) {
    return this.reading.execute(caller, 'icon');
  }

  @Serves(getOrganizationLogo)
  getLogo({ caller, params }: CallOf<typeof getOrganizationLogo>) {
    return this.reading.execute(caller, logoFor(params));
  }

  @Serves(verifyPictures)
  verifyPictures({ params }: CallOf<typeof verifyPictures>) {
    return this.verification.execute(params);
  }
}

function logoFor({ night }: { readonly night: boolean }): OrganizationPicture {
  return night ? 'night_logo' : 'logo';
}
