import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { uploadAvatar } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { Pictures } from '../pictures/pictures.js';
import { avatarKeys, ChangeAvatar, newVersion, versionOf } from './change-avatar.js';

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;

/** POST /users/me/avatar. The images are stored under a new URL before the change is announced. The old ones are deleted afterwards. */
@Injectable()
export class UploadAvatar {
  constructor(
    private readonly database: Database,
    private readonly pictures: Pictures,
    private readonly change: ChangeAvatar,
  ) {}

  async execute(caller: Caller, { file }: InputOf<typeof uploadAvatar>): Promise<OutputOf<typeof uploadAvatar>> {
    await this.change.check(this.database.client, caller);
    const person = await userById(this.database.direct, caller.organizationId, caller.userId);
    if (person === undefined) throw new Error(`user ${caller.userId} does not exist`);
    const bytes = await this.pictures.open(file);
    const images = [await this.pictures.square(bytes, SMALL_PIXELS), await this.pictures.square(bytes, MEDIUM_PIXELS)];
    const version = newVersion('U');
    const keys = avatarKeys(person, version);
    for (const [index, key] of keys.entries()) await this.pictures.store(key, images[index] ?? bytes);
    try {
      const { url, before } = await this.change.execute(caller, version);
      await this.pictures.discard([file.key, ...avatarKeys(before, versionOf(before))]);
      return { avatar_url: url };
    } catch (error) {
      await this.pictures.discard(keys);
      throw error;
    }
  }
}
