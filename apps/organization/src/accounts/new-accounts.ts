import { Injectable } from '@nestjs/common';
import { guestsSeeEverybody, userById, userFactsOf } from '@parley/access';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import {
  apiEmailOf,
  BOT_TYPES,
  type BotDefaults,
  type BotService,
  type BotType,
  type createAccount,
  EMAIL_VISIBILITY,
  userCreated,
} from '@parley/contracts/organization';
import { Database, type OrganizationRecord, organizationById, type Tx, userDefaultsOf } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import type { Change } from '../change.js';
import { type IssuedCredentials, NewCredentials } from '../credentials/new-credentials.js';
import { personalWords } from '../credentials/passwords.js';
import { checkedEmail } from './email-address.js';
import { checkedFullName } from './full-name.js';
import { systemGroupIdsFor } from './memberships.js';
import { refuseAbovePeopleQuota } from './people-quota.js';
import { refuseTakenName } from './taken-name.js';
import { UsersRepository } from './users.repository.js';

/** The bot type and default channels of a new bot. Channels by id for the row, and by name for the event. */
export interface BotChoices {
  readonly botType: BotType;
  readonly defaultSendingChannelId: number | null;
  readonly defaultEventsRegisterChannelId: number | null;
  readonly defaults: BotDefaults;
  /** The program behind it. */
  readonly service: BotService | undefined;
  /** An uploaded avatar, whose address contains the id that the bot gets. */
  readonly avatar?: { readonly botId: number; readonly avatarSource: string; readonly avatarVersion: number } | undefined;
}

/** An account that is requested. `bot`: absent for a bot of the operator. */
export type RequestedAccount = InputOf<typeof createAccount> & { readonly bot?: BotChoices };

/** A requested account whose values are valid. It is not yet stored. */
export interface ValidAccount extends RequestedAccount {
  readonly organization: OrganizationRecord;
  readonly credentials: IssuedCredentials;
}

type CreatedAccount = OutputOf<typeof createAccount>;

/** The two steps in which every account is created. The caller must check permissions. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly users: UsersRepository,
    private readonly credentials: NewCredentials,
  ) {}

  /** Call it outside a transaction, because hashing a password takes tens of milliseconds. @throws ApiError for an invalid value */
  async validate(requested: RequestedAccount): Promise<ValidAccount> {
    const email = checkedEmail(requested.email);
    const fullName = checkedFullName(requested.fullName);
    const organization = await organizationById(this.database.direct, requested.organizationId);
    if (organization === undefined) throw apiErrors.unknownOrganization();
    const known = personalWords(organization, { fullName, deliveryEmail: email });
    const credentials = await this.credentials.issue(organization.id, requested.password, known);
    return { ...requested, email, fullName, organization, credentials };
  }

  /** Stores the account and logs its event, as part of the caller's transaction. @throws ApiError if its name or address is in use, or the organization has no place */
  async insert({ tx, log, organizationId }: Change, account: ValidAccount): Promise<CreatedAccount> {
    await this.refuseTaken(tx, account);
    if (account.botOwnerId === null) await refuseAbovePeopleQuota(this.users, tx, account.organization);
    const { id, email } = await this.insertRow(tx, account);
    await this.credentials.store(tx, organizationId, id, account.credentials);
    const created = {
      ...(await this.eventOf(tx, account.organization, id)),
      botDefaults: account.bot?.defaults,
      ...servicesOf(account.bot),
    };
    log.append(userCreated, created);
    return { userId: id, email, apiKey: account.credentials.apiKey, avatarUrl: created.user.avatarUrl };
  }

  private async insertRow(tx: Tx, account: ValidAccount): Promise<{ id: number; email: string }> {
    const { organization, bot } = account;
    const isBot = account.botOwnerId !== null;
    const { email_address_visibility: chosen } = await userDefaultsOf(tx, organization.id);
    // The address of a bot is generated, so it is public.
    const emailAddressVisibility = isBot ? EMAIL_VISIBILITY.everyone : chosen;
    const { botId, ...avatar } = bot?.avatar ?? {};
    const id = botId ?? (await this.users.nextId(tx));
    const mailDomain = this.addresses.mailDomain(organization.stringId);
    const email = apiEmailOf({ id, deliveryEmail: account.email, emailAddressVisibility }, mailDomain);
    await this.users.insert(tx, organization.id, {
      id,
      deliveryEmail: account.email,
      apiEmail: email,
      emailAddressVisibility,
      fullName: account.fullName,
      role: account.role,
      isBot,
      isSystemBot: false,
      botType: isBot ? (bot?.botType ?? BOT_TYPES.generic) : null,
      botOwnerId: account.botOwnerId,
      defaultSendingChannelId: bot?.defaultSendingChannelId ?? null,
      defaultEventsRegisterChannelId: bot?.defaultEventsRegisterChannelId ?? null,
      defaultAllPublicStreams: bot?.defaults.default_all_public_streams ?? false,
      ...avatar,
    });
    return { id, email };
  }

  private async refuseTaken(tx: Tx, { organization, email, fullName, botOwnerId, bot }: ValidAccount): Promise<void> {
    if (await this.users.isEmailTaken(tx, organization.id, email)) {
      throw bot === undefined ? apiErrors.emailInUse({ email }) : apiErrors.usernameInUse();
    }
    if (botOwnerId !== null) {
      const owner = await userById(tx, organization.id, botOwnerId);
      if (owner === undefined || owner.isBot || !owner.isActive) throw apiErrors.noSuchUser();
    }
    await refuseTakenName(this.users, tx, organization, { fullName, botOwnerId });
  }

  private async eventOf(tx: Tx, organization: OrganizationRecord, userId: number) {
    const user = await userById(tx, organization.id, userId);
    if (user === undefined) throw new Error(`user ${userId} was not stored`);
    return {
      user: userFactsOf(user),
      joinedGroupIds: await systemGroupIdsFor(tx, organization.id, user),
      visibleToGuests: await guestsSeeEverybody(tx, organization),
      host: this.addresses.mailDomain(organization.stringId),
    };
  }
}

function servicesOf(bot: BotChoices | undefined) {
  return bot?.service === undefined ? {} : { botServices: [bot.service] };
}
