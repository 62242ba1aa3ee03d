import { Injectable } from '@nestjs/common';
import { guestsSeeEverybody, userById, userFactsOf } from '@parley/access';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import { subscribeNewAccount } from '@parley/contracts/channels';
import {
  apiEmailOf,
  BOT_TYPES,
  type BotDefaults,
  type BotType,
  type createAccount,
  EMAIL_VISIBILITY,
  userCreated,
} from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database, type OrganizationRecord, organizationById, type Tx, userDefaultsOf } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import type { Change } from '../change.js';
import { ApiKeys } from '../credentials/api-keys.js';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
import { Passwords, personalWords } from '../credentials/passwords.js';
import { checkedEmail } from './email-address.js';
import { checkedFullName } from './full-name.js';
import { systemGroupIdsFor } from './memberships.js';
import { refuseTakenName } from './taken-name.js';
import { UsersRepository } from './users.repository.js';

/** The bot type and default channels of a new bot. Channels by id for the row, and by name for the event. */
export interface BotChoices {
  readonly botType: BotType;
  readonly defaultSendingChannelId: number | null;
  readonly defaultEventsRegisterChannelId: number | null;
  readonly defaults: BotDefaults;
}
/** What an accepted invitation adds to a new account. */
export interface Joining {
  readonly channelIds: readonly number[];
  readonly includesDefaults: boolean;
  /** Runs first in the transaction that creates the account. @throws ApiError if the user may no longer join */
  readonly admit: (tx: Tx) => Promise<void>;
  /**
   * Runs in the same transaction, after the event of the account. Returns the notices to send once the user is subscribed to channels.
   */
  readonly afterCreation: (
    change: Change,
    account: { readonly id: number; readonly fullName: string; readonly email: string },
  ) => Promise<Joined>;
}
type Joined = InputOf<typeof subscribeNewAccount>['joined'];
type Input = InputOf<typeof createAccount> & { readonly bot?: BotChoices; readonly joining?: Joining };

const NO_INVITATION: Joining = {
  channelIds: [],
  includesDefaults: true,
  admit: async () => undefined,
  afterCreation: async () => undefined,
};

/** Creates an account of a person or a bot, with its API key. The caller must check permissions. */
@Injectable()
export class CreateAccount {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly addresses: OrganizationAddresses,
    private readonly users: UsersRepository,
    private readonly credentials: CredentialsRepository,
    private readonly apiKeys: ApiKeys,
    private readonly passwords: Passwords,
  ) {}

  async execute(input: Input): Promise<OutputOf<typeof createAccount>> {
    const { organizationId } = input;
    const wanted = { ...input, email: checkedEmail(input.email), fullName: checkedFullName(input.fullName) };
    const organization = await organizationById(this.database.client, organizationId);
    if (organization === undefined) throw apiErrors.unknownOrganization();
    const passwordHash =
      wanted.password === null
        ? null
        : await this.passwords.hash(
            wanted.password,
            personalWords(organization, { fullName: wanted.fullName, deliveryEmail: wanted.email }),
          );
    const apiKey = this.apiKeys.generate();
    const { channelIds, includesDefaults, admit, afterCreation } = wanted.joining ?? NO_INVITATION;
    return this.eventLog.change(organizationId, async (tx, log) => {
      await admit(tx);
      await this.refuseTaken(tx, organization, wanted);
      const { id, email } = await this.insert(tx, organization, wanted);
      await this.credentials.putKey(tx, organizationId, {
        userId: id,
        digest: this.apiKeys.digest(apiKey),
        sealed: this.apiKeys.seal(id, apiKey),
      });
      if (passwordHash !== null) await this.credentials.putPassword(tx, organizationId, id, passwordHash);
      const created = { ...(await this.eventOf(tx, organization, id)), botDefaults: wanted.bot?.defaults };
      log.append(userCreated, created);
      const joined = await afterCreation({ tx, log, organizationId }, { id, fullName: wanted.fullName, email: wanted.email });
      if (wanted.botOwnerId === null) {
        log.enqueue(subscribeNewAccount, {
          organizationId,
          userId: id,
          channelIds: [...channelIds],
          includesDefaults,
          ...(joined && { joined }),
        });
      }
      return { userId: id, email, apiKey, avatarUrl: created.user.avatarUrl };
    });
  }

  private async insert(
    tx: Tx,
    { id: organizationId, stringId }: OrganizationRecord,
    wanted: Input,
  ): Promise<{ id: number; email: string }> {
    const isBot = wanted.botOwnerId !== null;
    const { email_address_visibility: chosen } = await userDefaultsOf(tx, organizationId);
    // The address of a bot is generated, so it is public.
    const emailAddressVisibility = isBot ? EMAIL_VISIBILITY.everyone : chosen;
    const id = await this.users.nextId(tx);
    const email = apiEmailOf({ id, deliveryEmail: wanted.email, emailAddressVisibility }, this.addresses.mailDomain(stringId));
    await this.users.insert(tx, organizationId, {
      id,
      deliveryEmail: wanted.email,
      apiEmail: email,
      emailAddressVisibility,
      fullName: wanted.fullName,
      role: wanted.role,
      isBot,
      isSystemBot: false,
      botType: isBot ? (wanted.bot?.botType ?? BOT_TYPES.generic) : null,
      botOwnerId: wanted.botOwnerId,
      defaultSendingChannelId: wanted.bot?.defaultSendingChannelId ?? null,
      defaultEventsRegisterChannelId: wanted.bot?.defaultEventsRegisterChannelId ?? null,
      defaultAllPublicStreams: wanted.bot?.defaults.default_all_public_streams ?? false,
    });
    return { id, email };
  }

  private async refuseTaken(tx: Tx, organization: OrganizationRecord, { email, fullName, botOwnerId, bot }: Input): Promise<void> {
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
