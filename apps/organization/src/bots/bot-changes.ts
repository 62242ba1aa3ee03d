import { Injectable } from '@nestjs/common';
import { guestsSeeing, type UserRecord, userById } from '@parley/access';
import { apiErrors, isAdministrator } from '@parley/contracts';
import { type BotDefaults, botChanged, botOwnerChanged } from '@parley/contracts/organization';
import { organizationById, type Tx } from '@parley/persistence';
import { botDefaultsOf, botObjectOf } from '../accounts/bot-defaults.js';
import { refuseTakenName } from '../accounts/taken-name.js';
import { UsersRepository } from '../accounts/users.repository.js';
import type { Change } from '../change.js';
import { RotateApiKey } from '../credentials/rotate-api-key.js';

/** A bot's default channels. Undefined: unchanged. */
export interface NewDefaults {
  readonly defaultSendingChannelId: number | null | undefined;
  readonly defaultEventsRegisterChannelId: number | null | undefined;
  readonly defaultAllPublicStreams: boolean | undefined;
}

/** Changes that only bots have, as part of the caller's transaction. Changes that all accounts have are in AccountChanges. */
@Injectable()
export class BotChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly rotation: RotateApiKey,
  ) {}

  async changeDefaults({ tx, log, organizationId }: Change, bot: UserRecord, given: NewDefaults): Promise<void> {
    const before = await botDefaultsOf(tx, organizationId, bot.id);
    await this.users.update(tx, organizationId, bot.id, {
      defaultSendingChannelId:
        given.defaultSendingChannelId ?? (given.defaultSendingChannelId === null ? null : bot.defaultSendingChannelId),
      defaultEventsRegisterChannelId:
        given.defaultEventsRegisterChannelId ?? (given.defaultEventsRegisterChannelId === null ? null : bot.defaultEventsRegisterChannelId),
      defaultAllPublicStreams: given.defaultAllPublicStreams ?? bot.defaultAllPublicStreams,
    });
    const changed = differences(before, await botDefaultsOf(tx, organizationId, bot.id));
    // Deactivated bots are in no client's list of bots.
    if (bot.isActive && Object.keys(changed).length > 0) log.append(botChanged, { userId: bot.id, ownerId: bot.botOwnerId, changed });
  }

  /**
   * The former owner knows the key and the tokens, and a bot may write wherever its owner may. So the bot gets a new key, which also ends its tokens.
   * Returns false if they own it already.
   */
  async changeOwner(change: Change, bot: UserRecord, ownerId: number): Promise<boolean> {
    const { tx, log, organizationId } = change;
    if (ownerId === bot.botOwnerId) return false;
    const owner = await newOwner(tx, organizationId, ownerId);
    const organization = await organizationById(tx, organizationId);
    if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
    await refuseTakenName(this.users, tx, organization, { fullName: bot.fullName, botOwnerId: ownerId, exceptId: bot.id });
    const former = bot.botOwnerId === null ? undefined : await userById(tx, organizationId, bot.botOwnerId);
    await this.users.update(tx, organizationId, bot.id, { botOwnerId: ownerId });
    log.append(botOwnerChanged, {
      bot: await botObjectOf(tx, organizationId, bot.id),
      ownerId,
      losingUserId: bot.isActive ? listOwner(former) : null,
      gainingUserId: bot.isActive ? listOwner(owner) : null,
      guestsWithAccess: await guestsSeeing(tx, organization, bot.id),
    });
    await this.rotation.replace(change, bot.id);
    return true;
  }
}

/** The user whose list of bots changes with the owner. Null for administrators, who see all bots anyway. */
function listOwner(user: UserRecord | undefined): number | null {
  return user === undefined || isAdministrator(user.role) ? null : user.id;
}

async function newOwner(tx: Tx, organizationId: number, ownerId: number): Promise<UserRecord> {
  const owner = await userById(tx, organizationId, ownerId);
  if (owner === undefined || owner.isSystemBot) throw apiErrors.noSuchBotOwner();
  if (!owner.isActive) throw apiErrors.newBotOwnerDeactivated();
  if (owner.isBot) throw apiErrors.newBotOwnerIsBot();
  return owner;
}

function differences(before: BotDefaults, after: BotDefaults): Partial<BotDefaults> {
  const { default_sending_stream, default_events_register_stream, default_all_public_streams } = after;
  return {
    ...(before.default_sending_stream === default_sending_stream ? {} : { default_sending_stream }),
    ...(before.default_events_register_stream === default_events_register_stream ? {} : { default_events_register_stream }),
    ...(before.default_all_public_streams === default_all_public_streams ? {} : { default_all_public_streams }),
  };
}
