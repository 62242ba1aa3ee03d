import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { avatarUrlOf, guestsSeeing, mediumAvatarUrlOf, type UserRecord, userById } from '@parley/access';
import { apiErrors, type Caller, isAdministrator } from '@parley/contracts';
import { organizationSettings, userAvatarChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { type Reader } from '@parley/persistence';
import { UsersRepository } from '../accounts/users.repository.js';
import type { Change } from '../change.js';
import { organizationOf } from '../organization-of.js';
import { pictureKey } from '../pictures/picture-key.js';
import { avatarOf } from './avatar-of.js';

/** The version is part of the URL of an uploaded avatar, which anyone with the URL can fetch. So it must not be guessable. */
const VERSIONS = 2_147_483_647;

/** G: derived from the email address. U: uploaded. */
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

/** Whose avatar it is. */
export type AvatarOwner = Pick<UserRecord, 'id' | 'organizationId' | 'deliveryEmail' | 'emailAddressVisibility'>;

/** Storage keys of an uploaded avatar, small and medium. Empty if it is not uploaded. */
export function avatarKeys(person: AvatarOwner, version: AvatarVersion) {
  if (version.avatarSource !== 'U') return [];
  const owner = { ...person, ...version };
  return [pictureKey(avatarUrlOf(owner)), pictureKey(mediumAvatarUrlOf(owner))];
}

/** Stores the avatar of the caller or of a bot and logs its event, in one transaction. */
@Injectable()
export class ChangeAvatar {
  constructor(
    private readonly eventLog: EventLog,
    private readonly users: UsersRepository,
  ) {}

  /** @throws avatarChangesDisabled Administrators may always change theirs. */
  async check(reader: Reader, { organizationId, role }: Caller): Promise<void> {
    const { settings } = await organizationOf(reader, organizationId);
    if (isAdministrator(role) || !organizationSettings(settings).avatar_changes_disabled) return;
    throw apiErrors.avatarChangesDisabled();
  }

  /** Returns the new URL, and the user as they were before. */
  execute(caller: Caller, version: AvatarVersion): Promise<{ url: string; before: UserRecord }> {
    const { organizationId, userId } = caller;
    return this.eventLog.change(organizationId, async (tx, log) => {
      await this.check(tx, caller);
      const before = await userById(tx, organizationId, userId);
      if (before === undefined) throw new Error(`user ${userId} does not exist`);
      return { url: await this.replace({ tx, log, organizationId }, before, version), before };
    });
  }

  /** As part of the caller's transaction. The caller must check permissions. Returns the new URL. */
  async replace({ tx, log, organizationId }: Change, before: UserRecord, version: AvatarVersion): Promise<string> {
    const after = { ...before, ...version };
    await this.users.update(tx, organizationId, before.id, version);
    log.append(userAvatarChanged, avatarOf(after, await guestsSeeing(tx, await organizationOf(tx, organizationId), before.id)));
    return avatarUrlOf(after);
  }
}
