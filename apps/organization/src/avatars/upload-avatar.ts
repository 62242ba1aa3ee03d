import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { uploadAvatar } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { AvatarFiles } from './avatar-files.js';
import { ChangeAvatar, versionOf } from './change-avatar.js';

/** POST /users/me/avatar. The old images are deleted afterwards. */
@Injectable()
export class UploadAvatar {
  constructor(
    private readonly database: Database,
    private readonly files: AvatarFiles,
    private readonly change: ChangeAvatar,
  ) {}

  async execute(caller: Caller, { file }: InputOf<typeof uploadAvatar>): Promise<OutputOf<typeof uploadAvatar>> {
    await this.change.check(this.database.client, caller);
    const person = await userById(this.database.direct, caller.organizationId, caller.userId);
    if (person === undefined) throw new Error(`user ${caller.userId} does not exist`);
    const { url, before } = await this.files.stored(file, person, (version) => this.change.execute(caller, version));
    await this.files.discard(before, versionOf(before));
    return { avatar_url: url };
  }
}
