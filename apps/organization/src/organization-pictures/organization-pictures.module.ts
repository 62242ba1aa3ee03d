import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { ChangeOrganizationPicture } from './change-organization-picture.js';
import { GetOrganizationPicture } from './get-organization-picture.js';
import { OrganizationPicturesController } from './organization-pictures.controller.js';
import { UploadOrganizationPicture } from './upload-organization-picture.js';
import { VerifyPictures } from './verify-pictures.js';

@Module({
  imports: [PicturesModule],
  controllers: [OrganizationPicturesController],
  providers: [ChangeOrganizationPicture, GetOrganizationPicture, UploadOrganizationPicture, VerifyPictures],
})
export class OrganizationPicturesModule {}
