import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { AvatarFiles } from './avatar-files.js';
import { AvatarsController } from './avatars.controller.js';
import { ChangeAvatar } from './change-avatar.js';
import { DeleteAvatar } from './delete-avatar.js';
import { FindAvatar } from './find-avatar.js';
import { UploadAvatar } from './upload-avatar.js';

@Module({
  imports: [AccountsModule, PicturesModule],
  controllers: [AvatarsController],
  providers: [AvatarFiles, ChangeAvatar, DeleteAvatar, FindAvatar, UploadAvatar],
  exports: [AvatarFiles, ChangeAvatar],
})
export class AvatarsModule {}
