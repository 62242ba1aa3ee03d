import { Injectable } from '@nestjs/common';
import { ROLES, type Role } from '@parley/contracts';
import type { Prisma, Reader, Tx } from '@parley/persistence';

export interface NewUser {
  readonly id: number;
  readonly deliveryEmail: string;
  readonly apiEmail: string;
  readonly emailAddressVisibility: number;
  readonly fullName: string;
  readonly role: Role;
  readonly isBot: boolean;
  readonly isSystemBot: boolean;
  readonly botType: number | null;
  readonly botOwnerId: number | null;
  readonly defaultSendingChannelId?: number | null;
  readonly defaultEventsRegisterChannelId?: number | null;
  readonly defaultAllPublicStreams?: boolean;
}

type UserChanges = Partial<
  Pick<
    Prisma.UserAccountUncheckedUpdateInput,
    | 'fullName'
    | 'role'
    | 'deliveryEmail'
    | 'apiEmail'
    | 'emailAddressVisibility'
    | 'timezone'
    | 'avatarSource'
    | 'avatarVersion'
    | 'botOwnerId'
    | 'defaultSendingChannelId'
    | 'defaultEventsRegisterChannelId'
    | 'defaultAllPublicStreams'
    | 'canCreateUsers'
  >
>;

@Injectable()
export class UsersRepository {
  /** An id for an account that is about to be made: its API email may hold it. */
  async nextId(tx: Tx): Promise<number> {
    const [row] = await tx.$queryRaw<{ id: bigint }[]>`SELECT nextval(pg_get_serial_sequence('user_account', 'id')) AS id`;
    if (row === undefined) throw new Error('the sequence of user ids gave nothing');
    return Number(row.id);
  }

  /** With the settings that the organization gives to new users. */
  async insert(tx: Tx, organizationId: number, user: NewUser): Promise<void> {
    await tx.userAccount.create({ data: { ...user, organizationId } });
    await tx.$queryRaw`SELECT copy_user_defaults(${organizationId}, ${user.id})::text`;
  }

  /** By an account besides one. */
  async isEmailTaken(tx: Tx, organizationId: number, email: string, besides = 0): Promise<boolean> {
    const matches: Prisma.StringFilter = { equals: email, mode: 'insensitive' };
    const other = await tx.userAccount.findFirst({
      where: { organizationId, id: { not: besides }, OR: [{ deliveryEmail: matches }, { apiEmail: matches }] },
      select: { id: true },
    });
    return other !== null;
  }

  /** By an active account. `ownerId`: among the bots of this owner only. */
  async isNameTaken(
    tx: Tx,
    organizationId: number,
    fullName: string,
    { ownerId, besides = 0 }: { ownerId?: number | undefined; besides?: number | undefined },
  ): Promise<boolean> {
    const other = await tx.userAccount.findFirst({
      where: {
        organizationId,
        isActive: true,
        id: { not: besides },
        fullName: { equals: fullName, mode: 'insensitive' },
        ...(ownerId === undefined ? {} : { botOwnerId: ownerId }),
      },
      select: { id: true },
    });
    return other !== null;
  }

  async activeBotIdsOf(tx: Tx, organizationId: number, ownerId: number): Promise<number[]> {
    const bots = await tx.userAccount.findMany({
      where: { organizationId, botOwnerId: ownerId, isActive: true },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    return bots.map((bot) => bot.id);
  }

  /** Active people (no bots) besides one. */
  async others(reader: Reader, organizationId: number, besides: number): Promise<{ people: number; owners: number }> {
    const where = { organizationId, isActive: true, isBot: false, id: { not: besides } };
    const people = await reader.userAccount.count({ where });
    const owners = await reader.userAccount.count({ where: { ...where, role: ROLES.owner } });
    return { people, owners };
  }

  async update(tx: Tx, organizationId: number, userId: number, changed: UserChanges): Promise<void> {
    await tx.userAccount.update({ where: { id: userId, organizationId }, data: changed });
  }

  /** He no longer counts among the subscribers of his channels. */
  async deactivate(tx: Tx, organizationId: number, userId: number): Promise<void> {
    await tx.userAccount.update({ where: { id: userId, organizationId }, data: { isActive: false } });
    await tx.$queryRaw`SELECT uncount_subscriber(${organizationId}, ${userId})::text`;
  }

  /** He counts among them again. */
  async reactivate(tx: Tx, organizationId: number, userId: number, botOwnerId: number | null): Promise<void> {
    await tx.userAccount.update({ where: { id: userId, organizationId }, data: { isActive: true, botOwnerId } });
    await tx.$queryRaw`SELECT count_subscriber(${organizationId}, ${userId})::text`;
  }

  /** Named groups that he was put into. */
  namedGroupsOf(tx: Tx, organizationId: number, userId: number): Promise<{ id: number; isDeactivated: boolean }[]> {
    return tx.$queryRaw<{ id: number; isDeactivated: boolean }[]>`
      SELECT g.id, g.is_deactivated AS "isDeactivated" FROM user_group_member m JOIN user_group g ON g.id = m.group_id
      WHERE g.organization_id = ${organizationId} AND m.user_id = ${userId} AND g.name IS NOT NULL ORDER BY g.id`;
  }
}
