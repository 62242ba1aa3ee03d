import { Injectable } from '@nestjs/common';
import type { UploadedFile } from '@parley/contracts';
import { Pictures } from '../pictures/pictures.js';
import { type AvatarOwner, type AvatarVersion, avatarKeys, newVersion } from './change-avatar.js';

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;

/** The images of an uploaded avatar. */
@Injectable()
export class AvatarFiles {
  constructor(private readonly pictures: Pictures) {}

  /**
   * Stores the images under a new URL, then runs the change that announces them. If it fails, they are deleted.
   * @throws unreadableImage, imageTooLarge
   */
  async stored<T>(file: UploadedFile, owner: AvatarOwner, change: (version: AvatarVersion) => Promise<T>): Promise<T> {
    const bytes = await this.pictures.open(file);
    const images = [await this.pictures.square(bytes, SMALL_PIXELS), await this.pictures.square(bytes, MEDIUM_PIXELS)];
    const version = newVersion('U');
    const keys = avatarKeys(owner, version);
    for (const [index, key] of keys.entries()) await this.pictures.store(key, images[index] ?? bytes);
    let changed: T;
    try {
      changed = await change(version);
    } catch (error) {
      await this.pictures.discard(keys);
      throw error;
    }
    await this.pictures.discard([file.key]);
    return changed;
  }

  /** Deletes the images of an avatar that was replaced. */
  async discard(owner: AvatarOwner, version: AvatarVersion): Promise<void> {
    await this.pictures.discard(avatarKeys(owner, version));
  }
}
