import { Injectable } from '@nestjs/common';
import type { Caller, OutputOf } from '@parley/contracts';
import type { deleteAvatar } from '@parley/contracts/organization';
import { Pictures } from '../pictures/pictures.js';
import { avatarKeys, ChangeAvatar, newVersion, versionOf } from './change-avatar.js';

/** DELETE /users/me/avatar. */
@Injectable()
export class DeleteAvatar {
  constructor(
    private readonly pictures: Pictures,
    private readonly change: ChangeAvatar,
  ) {}

  async execute(caller: Caller): Promise<OutputOf<typeof deleteAvatar>> {
    const { url, before } = await this.change.execute(caller, newVersion('G'));
    await this.pictures.discard(avatarKeys(before, versionOf(before)));
    return { avatar_url: url };
  }
}
