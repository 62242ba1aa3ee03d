import { Injectable } from '@nestjs/common';
import type { UserRecord } from '@parley/access';
import { ROLES, type Role } from '@parley/contracts';
import { EMAIL_VISIBILITY, rolesThatSeeEmail } from '@parley/contracts/organization';
import { dbInt, onlyRow, Prisma, type Reader, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';

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
  readonly avatarSource?: string;
  readonly avatarVersion?: number;
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

const nextIdRow = z.object({ id: dbInt });
const groupRow = z.object({ id: z.int(), isDeactivated: z.boolean() });

@Injectable()
export class UsersRepository {
  /** The id is needed before the insert, because the API email of the account may contain it. */
  async nextId(tx: SqlReader): Promise<number> {
    const { id } = await onlyRow(tx, nextIdRow, Prisma.sql`SELECT nextval(pg_get_serial_sequence('user_account', 'id')) AS id`);
    return id;
  }

  /** With the organization's default settings for new users. */
  async insert(tx: Tx, organizationId: number, user: NewUser): Promise<void> {
    await tx.userAccount.create({ data: { ...user, organizationId } });
    await tx.$queryRaw`SELECT copy_user_defaults(${organizationId}, ${user.id})::text`;
  }

  /** By any other account. */
  async isEmailTaken(tx: Tx, organizationId: number, email: string, exceptId = 0): Promise<boolean> {
    const matches: Prisma.StringFilter = { equals: email, mode: 'insensitive' };
    const other = await tx.userAccount.findFirst({
      where: { organizationId, id: { not: exceptId }, OR: [{ deliveryEmail: matches }, { apiEmail: matches }] },
      select: { id: true },
    });
    return other !== null;
  }

  /** By an active account. `ownerId`: only among the bots of this owner. */
  async isNameTaken(
    tx: Tx,
    organizationId: number,
    fullName: string,
    { ownerId, exceptId = 0 }: { ownerId?: number | undefined; exceptId?: number | undefined },
  ): Promise<boolean> {
    const other = await tx.userAccount.findFirst({
      where: {
        organizationId,
        isActive: true,
        id: { not: exceptId },
        fullName: { equals: fullName, mode: 'insensitive' },
        ...(ownerId === undefined ? {} : { botOwnerId: ownerId }),
      },
      select: { id: true },
    });
    return other !== null;
  }

  /** Addresses of others that the user sees with one of the roles only: with `role` the address, else null. By id, at most `limit`. */
  async addressesThatChange(tx: Tx, organizationId: number, { id, role: former }: UserRecord, role: Role, limit: number) {
    const sees = (of: Role, visibility: number) => rolesThatSeeEmail(visibility).includes(of);
    const visibilities = Object.values(EMAIL_VISIBILITY).filter((each) => sees(role, each) !== sees(former, each));
    const others = await tx.userAccount.findMany({
      where: { organizationId, id: { not: id }, isSystemBot: false, emailAddressVisibility: { in: visibilities } },
      select: { id: true, deliveryEmail: true, emailAddressVisibility: true },
      orderBy: { id: 'asc' },
      take: limit,
    });
    return others.map(({ id: userId, deliveryEmail, emailAddressVisibility }) => {
      return { userId, deliveryEmail: sees(role, emailAddressVisibility) ? deliveryEmail : null };
    });
  }

  async activeBotIdsOf(tx: Tx, organizationId: number, ownerId: number): Promise<number[]> {
    const bots = await tx.userAccount.findMany({
      where: { organizationId, botOwnerId: ownerId, isActive: true },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    return bots.map((bot) => bot.id);
  }

  async countPeople(reader: Reader, organizationId: number): Promise<number> {
    return reader.userAccount.count({ where: { organizationId, isActive: true, isBot: false } });
  }

  /** Counts of the active people (no bots) other than this one. */
  async others(reader: Reader, organizationId: number, exceptId: number): Promise<{ people: number; owners: number }> {
    const where = { organizationId, isActive: true, isBot: false, id: { not: exceptId } };
    const people = await reader.userAccount.count({ where });
    const owners = await reader.userAccount.count({ where: { ...where, role: ROLES.owner } });
    return { people, owners };
  }

  async update(tx: Tx, organizationId: number, userId: number, changed: UserChanges): Promise<void> {
    await tx.userAccount.update({ where: { id: userId, organizationId }, data: changed });
  }

  /** Also lowers the subscriber counts of the user's channels. */
  async deactivate(tx: Tx, organizationId: number, userId: number): Promise<void> {
    await tx.userAccount.update({ where: { id: userId, organizationId }, data: { isActive: false } });
    await tx.$queryRaw`SELECT uncount_subscriber(${organizationId}, ${userId})::text`;
  }

  /** Also raises the subscriber counts of the user's channels. */
  async reactivate(tx: Tx, organizationId: number, userId: number, botOwnerId: number | null): Promise<void> {
    await tx.userAccount.update({ where: { id: userId, organizationId }, data: { isActive: true, botOwnerId } });
    await tx.$queryRaw`SELECT count_subscriber(${organizationId}, ${userId})::text`;
  }

  /** Named groups that the user was added to. */
  namedGroupsOf(tx: Tx, organizationId: number, userId: number): Promise<{ id: number; isDeactivated: boolean }[]> {
    return rows(
      tx,
      groupRow,
      Prisma.sql`
      SELECT g.id, g.is_deactivated AS "isDeactivated" FROM user_group_member m JOIN user_group g ON g.id = m.group_id
      WHERE m.organization_id = ${organizationId} AND g.organization_id = ${organizationId} AND m.user_id = ${userId}
        AND g.name IS NOT NULL ORDER BY g.id`,
    );
  }
}
