import { randomBytes } from 'node:crypto';
import { SYSTEM_GROUPS, type SystemGroup } from '@parley/access';
import { type Caller, ROLES, type Role } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import { type Database, onlyRow, Prisma, rows } from '@parley/persistence';
import { z } from 'zod';

export interface OrganizationRow {
  readonly id: number;
  readonly stringId: string;
  /** Ids of the system groups by name. */
  readonly groups: Readonly<Record<SystemGroup, number>>;
}

export interface UserRow {
  readonly id: number;
  readonly organizationId: number;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  /** The caller of the user's calls to services. */
  readonly caller: Caller;
}

export interface ChannelRow {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
}

type ChannelValues = Partial<Omit<Prisma.ChannelUncheckedCreateInput, 'id' | 'organizationId'>>;

type SubscriptionValues = Partial<
  Pick<Prisma.SubscriptionUncheckedCreateInput, 'color' | 'isMuted' | 'pinToTop' | 'desktopNotifications' | 'wildcardMentionsNotify'>
>;

/** The end of an open span. */
const OPEN = 9_223_372_036_854_775_807n;
const FIRST_COLOR = '#76ce90';

const idRow = z.object({ id: z.int() });
const groupRow = z.object({ id: z.int(), name: z.string() });

/**
 * Inserts rows directly, so that the setup of a test logs no events. Every value has a default. The rows that almost every test begins with do not
 * pass through Prisma, which takes several times the processor time.
 */
export class Rows {
  private next = 1;

  constructor(private readonly database: Database) {}

  /** Creates it with its counter and its system groups. Every test creates its own, so that tests of one file do not affect each other. */
  async organization(settings: Prisma.InputJsonObject = {}): Promise<OrganizationRow> {
    const stringId = `org-${randomBytes(5).toString('hex')}`;
    const id = await this.insert('organization', { stringId, name: `Organization ${stringId}`, settings });
    const made = await rows(
      this.database.direct,
      groupRow,
      Prisma.sql`
      WITH counter AS (INSERT INTO organization_counter (organization_id, seq, last_message_id) VALUES (${id}, 0, 0))
      INSERT INTO user_group (organization_id, name, is_system_group)
      SELECT ${id}, system.name, true FROM unnest(${[...SYSTEM_GROUPS]}::text[]) AS system (name)
      RETURNING id, name`,
    );
    const groups = Object.fromEntries(made.map((group) => [group.name, group.id]));
    return { id, stringId, groups: groups as Record<SystemGroup, number> };
  }

  async user(
    organization: { id: number },
    values: Partial<Omit<Prisma.UserAccountUncheckedCreateInput, 'organizationId' | 'role'>> & { role?: Role } = {},
  ): Promise<UserRow> {
    const n = this.next++;
    const email = `user${n}@example.com`;
    const role = values.role ?? ROLES.member;
    const { apiEmail = email, fullName = `User ${n}`, isBot = false, botOwnerId = null } = values;
    const organizationId = organization.id;
    const id = await this.insert('user_account', { deliveryEmail: email, ...values, apiEmail, fullName, role, organizationId });
    const caller = { organizationId, userId: id, role, isBot, botOwnerId, clientName: 'tests' };
    return { id, organizationId, email: apiEmail, fullName, role, caller };
  }

  /**
   * To be called after a test has changed rows of the organization service in an organization that has registered: the service keeps what it read
   * until its next event, and the change had none.
   */
  async changedWithoutEvent(organization: { id: number }): Promise<void> {
    await this.database.client.$executeRaw`
      UPDATE organization_counter SET organization_seq = least(organization_seq, 0) - 1 WHERE organization_id = ${organization.id}`;
  }

  /** Creates many members in one statement. Returns their ids, ascending. */
  async manyUsers(organization: { id: number }, count: number): Promise<number[]> {
    const tag = randomBytes(4).toString('hex');
    const rows = await this.database.client.userAccount.createManyAndReturn({
      select: { id: true },
      data: Array.from({ length: count }, (_, n) => ({
        organizationId: organization.id,
        deliveryEmail: `${tag}-${n}@example.com`,
        apiEmail: `${tag}-${n}@example.com`,
        fullName: `Member ${tag} ${n}`,
        role: ROLES.member,
      })),
    });
    return rows.map((row) => row.id).sort((a, b) => a - b);
  }

  /** A group with direct members and subgroups. Without a name it is an anonymous group of a setting. */
  async group(
    organization: { id: number },
    content: { name?: string; members?: readonly number[]; subgroups?: readonly number[] },
  ): Promise<number> {
    const { client } = this.database;
    const { id } = await client.userGroup.create({ data: { organizationId: organization.id, name: content.name ?? null } });
    const at = { groupId: id, organizationId: organization.id };
    await client.userGroupMember.createMany({ data: (content.members ?? []).map((userId) => ({ ...at, userId })) });
    await client.userGroupSubgroup.createMany({ data: (content.subgroups ?? []).map((subgroupId) => ({ ...at, subgroupId })) });
    return id;
  }

  /** A custom emoji without a stored picture. Returns its id. */
  async realmEmoji(
    organization: { id: number },
    values: Partial<Omit<Prisma.RealmEmojiUncheckedCreateInput, 'id' | 'organizationId'>> = {},
  ): Promise<number> {
    const n = this.next++;
    const data = { name: `emoji_${n}`, file: `${n}.png`, ...values, organizationId: organization.id };
    return (await this.database.client.realmEmoji.create({ data })).id;
  }

  /** Public by default. Permissions have their usual initial groups; only administrators may administer it. */
  async channel(organization: OrganizationRow, values: ChannelValues = {}): Promise<ChannelRow> {
    const { groups } = organization;
    const nobody = groups['role:nobody'];
    const name = values.name ?? `channel ${this.next++}`;
    const id = await this.insert('channel', {
      name,
      nameKey: channelNameKey(name),
      canAddSubscribersGroup: nobody,
      canAdministerChannelGroup: nobody,
      canSubscribeGroup: nobody,
      canRemoveSubscribersGroup: groups['role:administrators'],
      canSendMessageGroup: groups['role:everyone'],
      canCreateTopicGroup: groups['role:everyone'],
      canDeleteAnyMessageGroup: nobody,
      canDeleteOwnMessageGroup: nobody,
      canMoveMessagesOutOfChannelGroup: nobody,
      canMoveMessagesWithinChannelGroup: nobody,
      canResolveTopicsGroup: nobody,
      ...values,
      organizationId: organization.id,
    });
    return { id, organizationId: organization.id, name };
  }

  /** Subscribes with an open span after `afterId`, and updates the channel's subscriber count. */
  async subscription(
    channel: { id: number; organizationId: number },
    users: readonly { id: number }[],
    values: { afterId?: bigint } & SubscriptionValues = {},
  ): Promise<void> {
    const { afterId = 0n, ...personal } = values;
    const keys = users.map((user) => ({ userId: user.id, channelId: channel.id, organizationId: channel.organizationId }));
    const { client } = this.database;
    await client.subscription.createMany({ data: keys.map((key) => ({ color: FIRST_COLOR, ...personal, ...key, active: true })) });
    await client.subscriptionSpan.createMany({ data: keys.map((key) => ({ ...key, afterId, untilId: OPEN })) });
    await client.channel.update({ where: { id: channel.id }, data: { subscriberCount: { increment: users.length } } });
  }

  /** Makes the channel's next message not its first. */
  async firstMessage(channel: { id: number; organizationId: number }): Promise<void> {
    await this.database.client.channelActivity.create({
      data: { channelId: channel.id, organizationId: channel.organizationId, firstMessageId: 1n },
    });
  }

  /** Returns the id of the new row. Undefined values get the default of their column. */
  private async insert(table: 'organization' | 'user_account' | 'channel', values: Readonly<Record<string, unknown>>): Promise<number> {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const columns = Prisma.raw(given.map(([name]) => columnOf(name)).join(', '));
    const { id } = await onlyRow(
      this.database.direct,
      idRow,
      Prisma.sql`INSERT INTO ${Prisma.raw(table)} (${columns}) VALUES (${Prisma.join(given.map(([, value]) => value))}) RETURNING id`,
    );
    return id;
  }
}

/** `deliveryEmail`: `delivery_email`. */
function columnOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
