import { Injectable } from '@nestjs/common';
import { organizationPicture, realmEmojiStillUrl, realmEmojiUrl } from '@parley/access';
import type { InputOf, OutputOf } from '@parley/contracts';
import { MAX_VERIFIED_ROWS, ORGANIZATION_PICTURES, type verifyPictures } from '@parley/contracts/organization';
import { Database, realmEmoji } from '@parley/persistence';
import { FileStorage } from '@parley/storage';
import { avatarKeys } from '../avatars/change-avatar.js';
import { organizationOf } from '../organization-of.js';
import { pictureKey } from '../pictures/picture-key.js';
import { uploadedAvatars } from './organization-pictures.repository.js';

/** Verifies that the pictures that the database names are in the storage, for an operator who restored both. */
@Injectable()
export class VerifyPictures {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {}

  async execute({ organizationId, after }: InputOf<typeof verifyPictures>): Promise<OutputOf<typeof verifyPictures>> {
    const people = await uploadedAvatars(this.database.client, organizationId, after, MAX_VERIFIED_ROWS);
    const keys = people.flatMap((user) => avatarKeys(user, { avatarSource: 'U', avatarVersion: user.avatarVersion }));
    if (after === 0) keys.push(...(await this.keysOfOrganization(organizationId)));
    const sizes = await Promise.all(keys.map((key) => this.storage.size(key)));
    const missing = keys.filter((_, place) => sizes[place] === undefined).map((file) => ({ file }));
    const last = people.length < MAX_VERIFIED_ROWS ? null : (people.at(-1)?.id ?? null);
    return { checked: keys.length, last, missing };
  }

  private async keysOfOrganization(organizationId: number): Promise<string[]> {
    const organization = await organizationOf(this.database.client, organizationId);
    const pictures = ORGANIZATION_PICTURES.map((picture) => organizationPicture(organization, picture));
    const uploaded = pictures.filter(({ source }) => source === 'U').map(({ url }) => url);
    const emoji = await realmEmoji(this.database.client, organizationId);
    return [...uploaded, ...emoji.flatMap((each) => [realmEmojiUrl(each), realmEmojiStillUrl(each)].filter((url) => url !== null))].map(
      pictureKey,
    );
  }
}
