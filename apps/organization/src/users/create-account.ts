import { Injectable } from '@nestjs/common';
import {
  apiErrors,
  type createAccount,
  EMAIL_VISIBILITY,
  type InputOf,
  type OutputOf,
  organizationSettings,
  userCreated,
} from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import {
  Database,
  guestsSeeEverybody,
  type OrganizationRecord,
  organizationById,
  type Tx,
  userById,
  userDefaultsOf,
} from '@parley/persistence';
import { OrganizationAddresses } from '../addresses/organization-addresses.js';
import { ApiKeys } from '../credentials/api-keys.js';
import { CredentialsRepository } from '../credentials/credentials-repository.js';
import { Passwords } from '../credentials/passwords.js';
import { isEmailAddress } from './email-address.js';
import { checkedFullName } from './full-name.js';
import { systemGroupIdsFor } from './memberships.js';
import { userFactsOf } from './user-facts.js';
import { UsersRepository } from './users-repository.js';

type Input = InputOf<typeof createAccount>;

/** A bot that does nothing but call the API. */
const GENERIC_BOT = 1;

/** Makes an account, of a person or a bot, with its API key. Whether somebody may ask for it is decided by whoever calls this. */
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
    const passwordHash = wanted.password === null ? null : await this.passwords.hash(wanted.password);
    const apiKey = this.apiKeys.generate();
    return this.eventLog.change(organizationId, async (tx, log) => {
      await this.refuseTaken(tx, organization, wanted);
      const { id, email } = await this.insert(tx, organization, wanted);
      await this.credentials.putKey(tx, organizationId, {
        userId: id,
        digest: this.apiKeys.digest(apiKey),
        sealed: this.apiKeys.seal(id, apiKey),
      });
      if (passwordHash !== null) await this.credentials.putPassword(tx, organizationId, id, passwordHash);
      log.append(userCreated, await this.eventOf(tx, organization, id));
      return { userId: id, email, apiKey };
    });
  }

  private async insert(
    tx: Tx,
    { id: organizationId, stringId }: OrganizationRecord,
    wanted: Input,
  ): Promise<{ id: number; email: string }> {
    const { email_address_visibility: emailAddressVisibility } = await userDefaultsOf(tx, organizationId);
    const id = await this.users.nextId(tx);
    const isVisible = emailAddressVisibility === EMAIL_VISIBILITY.everyone;
    const email = isVisible ? wanted.email : `user${id}@${this.addresses.mailDomain(stringId)}`;
    const isBot = wanted.botOwnerId !== null;
    await this.users.insert(tx, organizationId, {
      id,
      deliveryEmail: wanted.email,
      apiEmail: email,
      emailAddressVisibility,
      fullName: wanted.fullName,
      role: wanted.role,
      isBot,
      isSystemBot: false,
      botType: isBot ? GENERIC_BOT : null,
      botOwnerId: wanted.botOwnerId,
    });
    return { id, email };
  }

  private async refuseTaken(tx: Tx, organization: OrganizationRecord, { email, fullName, botOwnerId }: Input): Promise<void> {
    if (await this.users.isEmailTaken(tx, organization.id, email)) throw apiErrors.badRequest({ msg: `Email '${email}' already in use` });
    if (botOwnerId !== null) {
      const owner = await userById(tx, organization.id, botOwnerId);
      if (owner === undefined || owner.isBot || !owner.isActive) throw apiErrors.noSuchUser();
    }
    const namesAreUnique = organizationSettings(organization.settings).require_unique_names;
    if (botOwnerId === null && !namesAreUnique) return;
    const isTaken = await this.users.isNameTaken(tx, organization.id, fullName, namesAreUnique ? undefined : (botOwnerId ?? undefined));
    if (isTaken) throw apiErrors.badRequest({ msg: 'Name is already in use!' });
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

function checkedEmail(given: string): string {
  const email = given.trim();
  if (!isEmailAddress(email)) throw apiErrors.badRequest({ msg: 'Enter a valid email address.' });
  return email;
}
