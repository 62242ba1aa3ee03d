import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  createProfileField,
  deleteProfileData,
  deleteProfileField,
  listProfileFields,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CreateProfileField } from './create-profile-field.js';
import { DeleteProfileData } from './delete-profile-data.js';
import { DeleteProfileField } from './delete-profile-field.js';
import { ListProfileFields } from './list-profile-fields.js';
import { ReorderProfileFields } from './reorder-profile-fields.js';
import { UpdateProfileData } from './update-profile-data.js';
import { UpdateProfileField } from './update-profile-field.js';

@Controller()
export class ProfileFieldsController {
  constructor(
    private readonly listing: ListProfileFields,
    private readonly creating: CreateProfileField,
    private readonly updating: UpdateProfileField,
    private readonly deleting: DeleteProfileField,
    private readonly reordering: ReorderProfileFields,
    private readonly telling: UpdateProfileData,
    private readonly forgetting: DeleteProfileData,
  ) {}

  @Serves(listProfileFields)
  listProfileFields(call: CallOf<typeof listProfileFields>) {
    return this.listing.execute(call);
  }

  @Serves(createProfileField)
  createProfileField(call: CallOf<typeof createProfileField>) {
    return this.creating.execute(call);
  }

  @Serves(updateProfileField)
  updateProfileField(call: CallOf<typeof updateProfileField>) {
    return this.updating.execute(call);
  }

  @Serves(deleteProfileField)
  deleteProfileField(call: CallOf<typeof deleteProfileField>) {
    return this.deleting.execute(call);
  }

  @Serves(reorderProfileFields)
  reorderProfileFields(call: CallOf<typeof reorderProfileFields>) {
    return this.reordering.execute(call);
  }

  @Serves(updateProfileData)
  updateProfileData(call: CallOf<typeof updateProfileData>) {
    return this.telling.execute(call);
  }

  @Serves(deleteProfileData)
  deleteProfileData(call: CallOf<typeof deleteProfileData>) {
    return this.forgetting.execute(call);
  }
}
