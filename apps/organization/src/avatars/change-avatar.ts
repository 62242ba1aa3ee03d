import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, isAdministrator, organizationSettings, userAvatarChanged } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { guestsSeeing, type Reader, type UserRecord, userById } from '@parley/persistence';
import { avatarUrlOf, mediumAvatarUrlOf } from '@parley/policies';
import { organizationOf } from '../organizations/organization-of.js';
import { pictureKey } from '../pictures/picture-key.js';
import { UsersRepository } from '../users/users-repository.js';
import { avatarOf } from './avatar-of.js';

/** Part of the address of an uploaded picture, which is for everybody who knows it: it must not be guessed. */
const VERSIONS = 2_147_483_647;

/** G: from the email address. U: uploaded. */
export type AvatarSource = 'G' | 'U';

export interface AvatarVersion {
  readonly avatarSource: AvatarSource;
  readonly avatarVersion: number;
}

export function newVersion(avatarSource: AvatarSource): AvatarVersion {
  return { avatarSource, avatarVersion: randomInt(1, VERSIONS) };
}

export function versionOf({ avatarSource, avatarVersion }: UserRecord): AvatarVersion {
  return { avatarSource: avatarSource === 'U' ? 'U' : 'G', avatarVersion };
}

/** Where an uploaded picture is in the storage, small and medium. */
export function avatarKeys(
  person: Pick<UserRecord, 'id' | 'organizationId' | 'deliveryEmail' | 'emailAddressVisibility'>,
  version: AvatarVersion,
) {
  if (version.avatarSource !== 'U') return [];
  const owner = { ...person, ...version };
  return [pictureKey(avatarUrlOf(owner)), pictureKey(mediumAvatarUrlOf(owner))];
}

/** The row of one's picture and the event of it, as one change. */
@Injectable()
export class ChangeAvatar {
  constructor(
    private readonly eventLog: EventLog,
    private readonly users: UsersRepository,
  ) {}

  /** @throws badRequest where the organization does not let its people change it. Administrators may always. */
  async check(reader: Reader, { organizationId, role }: Caller): Promise<void> {
    const { settings } = await organizationOf(reader, organizationId);
    if (isAdministrator(role) || !organizationSettings(settings).avatar_changes_disabled) return;
    throw apiErrors.badRequest({ msg: 'Avatar changes are disabled in this organization.' });
  }

  /** Gives the address now, and the picture there was before. */
  execute(caller: Caller, version: AvatarVersion): Promise<{ url: string; before: UserRecord }> {
    const { organizationId, userId } = caller;
    return this.eventLog.change(organizationId, async (tx, log) => {
      await this.check(tx, caller);
      const before = await userById(tx, organizationId, userId);
      if (before === undefined) throw new Error(`user ${userId} is not in his organization`);
      const after = { ...before, ...version };
      await this.users.update(tx, organizationId, userId, version);
      log.append(userAvatarChanged, avatarOf(after, await guestsSeeing(tx, await organizationOf(tx, organizationId), userId)));
      return { url: avatarUrlOf(after), before };
    });
  }
}
