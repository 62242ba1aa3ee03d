import { Module } from '@nestjs/common';
import { CreateProfileField } from './create-profile-field.js';
import { DeleteProfileData } from './delete-profile-data.js';
import { DeleteProfileField } from './delete-profile-field.js';
import { ListProfileFields } from './list-profile-fields.js';
import { ProfileFieldsController } from './profile-fields.controller.js';
import { ReorderProfileFields } from './reorder-profile-fields.js';
import { UpdateProfileData } from './update-profile-data.js';
import { UpdateProfileField } from './update-profile-field.js';

@Module({
  controllers: [ProfileFieldsController],
  providers: [
    CreateProfileField,
    DeleteProfileData,
    DeleteProfileField,
    ListProfileFields,
    ReorderProfileFields,
    UpdateProfileData,
    UpdateProfileField,
  ],
})
export class ProfileFieldsModule {}
