import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, OutputOf, uploadAvatar } from '@parley/contracts';
import { Database, userById } from '@parley/persistence';
import { Pictures } from '../pictures/pictures.js';
import { avatarKeys, ChangeAvatar, newVersion, versionOf } from './change-avatar.js';

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;

/** POST /users/me/avatar: the pictures are stored under a new address before anybody hears of it; the old ones go afterwards. */
@Injectable()
export class UploadAvatar {
  constructor(
    private readonly database: Database,
    private readonly pictures: Pictures,
    private readonly change: ChangeAvatar,
  ) {}

  async execute(caller: Caller, { file }: InputOf<typeof uploadAvatar>): Promise<OutputOf<typeof uploadAvatar>> {
    await this.change.check(this.database.client, caller);
    const person = await userById(this.database.client, caller.organizationId, caller.userId);
    if (person === undefined) throw new Error(`user ${caller.userId} is not in his organization`);
    const bytes = await this.pictures.open(file);
    const made = [await this.pictures.square(bytes, SMALL_PIXELS), await this.pictures.square(bytes, MEDIUM_PIXELS)];
    const version = newVersion('U');
    const keys = avatarKeys(person, version);
    for (const [place, key] of keys.entries()) await this.pictures.store(key, made[place] ?? bytes);
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
