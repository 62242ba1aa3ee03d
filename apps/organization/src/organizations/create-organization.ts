import { Injectable } from '@nestjs/common';
import { apiErrors, faultInName, type InputOf, type OutputOf, ROLES } from '@parley/contracts';
import { type createOrganization, EMAIL_VISIBILITY, USER_GROUP_SETTINGS } from '@parley/contracts/organization';
import { nameActor } from '@parley/event-log';
import { Database, isUniqueViolation, type Tx } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { UsersRepository } from '../accounts/users.repository.js';
import { OrganizationsRepository } from './organizations.repository.js';

type Input = InputOf<typeof createOrganization>;

/** One label of a host name. */
const STRING_ID = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
const MAX_NAME_LENGTH = 40;

/** Clients receive them as cross_realm_bots. They have no API key: only services send messages as them. */
const SYSTEM_BOTS = [
  { name: 'notification-bot', fullName: 'Notification Bot' },
  { name: 'welcome-bot', fullName: 'Welcome Bot' },
  { name: 'emailgateway', fullName: 'Email Gateway' },
] as const;
const GENERIC_BOT = 1;

/** Creates an organization with its counter, system groups and system bots. It has no users yet, so no event is logged. */
@Injectable()
export class CreateOrganization {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly organizations: OrganizationsRepository,
    private readonly users: UsersRepository,
  ) {}

  async execute({ stringId, name }: Input): Promise<OutputOf<typeof createOrganization>> {
    if (!STRING_ID.test(stringId)) throw apiErrors.invalidSubdomain();
    const trimmed = name.trim();
    if (trimmed === '') throw apiErrors.blankText({ name: 'name' });
    if (faultInName(trimmed) !== undefined) throw apiErrors.invalidFormat({ name: 'name' });
    if (trimmed.length > MAX_NAME_LENGTH) throw apiErrors.textTooLong({ name: 'name', limit: MAX_NAME_LENGTH });
    try {
      const id = await this.database.transaction((tx) => this.insert(tx, { stringId, name: trimmed }));
      return {
        id,
        stringId,
        name: trimmed,
        host: this.addresses.host(stringId),
        isDeactivated: false,
        isBeingPurged: false,
        isBeingImported: false,
      };
    } catch (error) {
      if (isUniqueViolation(error, 'string_id')) throw apiErrors.organizationExists({ stringId });
      throw error;
    }
  }

  private async insert(tx: Tx, organization: { stringId: string; name: string }): Promise<number> {
    await nameActor(tx);
    const { id } = await this.organizations.insert(tx, organization);
    await this.organizations.insertCounter(tx, id);
    await this.organizations.insertSystemGroups(tx, id, Object.keys(USER_GROUP_SETTINGS));
    for (const bot of SYSTEM_BOTS) await this.insertBot(tx, id, organization.stringId, bot);
    return id;
  }

  private async insertBot(tx: Tx, organizationId: number, stringId: string, bot: (typeof SYSTEM_BOTS)[number]): Promise<void> {
    const email = `${bot.name}@${this.addresses.mailDomain(stringId)}`;
    await this.users.insert(tx, organizationId, {
      id: await this.users.nextId(tx),
      deliveryEmail: email,
      apiEmail: email,
      emailAddressVisibility: EMAIL_VISIBILITY.everyone,
      fullName: bot.fullName,
      role: ROLES.member,
      isBot: true,
      isSystemBot: true,
      botType: GENERIC_BOT,
      botOwnerId: null,
    });
  }
}
