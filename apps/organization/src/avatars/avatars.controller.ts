import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { deleteAvatar, findAvatar, uploadAvatar } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { DeleteAvatar } from './delete-avatar.js';
import { FindAvatar } from './find-avatar.js';
import { UploadAvatar } from './upload-avatar.js';

@Controller()
export class AvatarsController {
  constructor(
    private readonly uploading: UploadAvatar,
    private readonly deletion: DeleteAvatar,
    private readonly finding: FindAvatar,
  ) {}

  @Serves(uploadAvatar)
  uploadAvatar({ caller, params }: CallOf<typeof uploadAvatar>) {
    return this.uploading.execute(caller, params);
  }

  @Serves(deleteAvatar)
  deleteAvatar({ caller }: CallOf<typeof deleteAvatar>) {
    return this.deletion.execute(caller);
  }

  @Serves(findAvatar)
  findAvatar({ caller, params }: CallOf<typeof findAvatar>) {
    return this.finding.execute(caller, params);
  }
}
