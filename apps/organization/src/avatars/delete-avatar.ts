import { Injectable } from '@nestjs/common';
import type { Caller, OutputOf } from '@parley/contracts';
import type { deleteAvatar } from '@parley/contracts/organization';
import { AvatarFiles } from './avatar-files.js';
import { ChangeAvatar, newVersion, versionOf } from './change-avatar.js';

/** DELETE /users/me/avatar. */
@Injectable()
export class DeleteAvatar {
  constructor(
    private readonly files: AvatarFiles,
    private readonly change: ChangeAvatar,
  ) {}

  async execute(caller: Caller): Promise<OutputOf<typeof deleteAvatar>> {
    const { url, before } = await this.change.execute(caller, newVersion('G'));
    await this.files.discard(before, versionOf(before));
    return { avatar_url: url };
  }
}
