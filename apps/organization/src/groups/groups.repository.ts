import { Injectable } from '@nestjs/common';
import { firstRow, Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const idRow = z.object({ id: z.int() });

export interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly creatorId: number;
  /** All six permissions by wire name, each with a group id. */
  readonly settings: Readonly<Record<string, number>>;
}

/** Rows of groups. Callers must hold the organization's counter, so that checks stay valid until the write. */
@Injectable()
export class GroupsRepository {
  async insert(tx: Tx, organizationId: number, { settings, ...group }: NewGroup): Promise<number> {
    const { id } = await tx.userGroup.create({
      data: { ...group, settings: { ...settings }, organizationId, createdAt: new Date() },
      select: { id: true },
    });
    return id;
  }

  async update(
    tx: Tx,
    organizationId: number,
    groupId: number,
    { settings, ...changed }: { name?: string; description?: string; isDeactivated?: boolean; settings?: Readonly<Record<string, number>> },
  ): Promise<void> {
    await tx.userGroup.update({
      where: { id: groupId, organizationId },
      data: { ...changed, ...(settings === undefined ? {} : { settings: { ...settings } }) },
    });
  }

  /** Makes a deactivated group like a new one: active, without members and subgroups. */
  async renew(
    tx: Tx,
    organizationId: number,
    groupId: number,
    { creatorId, settings }: Pick<NewGroup, 'creatorId' | 'settings'>,
  ): Promise<void> {
    await tx.$executeRaw`DELETE FROM user_group_member WHERE organization_id = ${organizationId} AND group_id = ${groupId}`;
    await tx.$executeRaw`DELETE FROM user_group_subgroup WHERE organization_id = ${organizationId} AND group_id = ${groupId}`;
    await tx.userGroup.update({
      where: { id: groupId, organizationId },
      data: { description: '', isDeactivated: false, creatorId, settings: { ...settings } },
    });
  }

  /** Among active and deactivated groups. Case-insensitive. */
  async isNameTaken(tx: Tx, organizationId: number, name: string, exceptId?: number): Promise<boolean> {
    const other = await firstRow(
      tx,
      idRow,
      Prisma.sql`
      SELECT id FROM user_group WHERE organization_id = ${organizationId} AND lower(name) = lower(${name}) AND id <> ${exceptId ?? 0} LIMIT 1`,
    );
    return other !== undefined;
  }

  /** The direct members among these users. */
  async directMembers(tx: Tx, organizationId: number, groupId: number, userIds: readonly number[]): Promise<ReadonlySet<number>> {
    const members = await rows(
      tx,
      idRow,
      Prisma.sql`
      SELECT user_id AS id FROM user_group_member
      WHERE organization_id = ${organizationId} AND group_id = ${groupId} AND user_id = ANY (${[...userIds]}::int[])`,
    );
    return new Set(members.map((member) => member.id));
  }

  async addMembers(tx: Tx, organizationId: number, groupId: number, userIds: readonly number[]): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO user_group_member (group_id, user_id, organization_id)
      SELECT ${groupId}, added.id, ${organizationId} FROM unnest(${[...userIds]}::int[]) AS added (id)`;
  }

  async removeMembers(tx: Tx, organizationId: number, groupId: number, userIds: readonly number[]): Promise<void> {
    await tx.$executeRaw`
      DELETE FROM user_group_member
      WHERE organization_id = ${organizationId} AND group_id = ${groupId} AND user_id = ANY (${[...userIds]}::int[])`;
  }

  /** Groups of one setting, which have no name, keep the user. */
  async removeFromNamedGroups(tx: Tx, organizationId: number, userId: number): Promise<void> {
    await tx.$executeRaw`
      DELETE FROM user_group_member m USING user_group g
      WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId}
        AND g.organization_id = ${organizationId} AND g.id = m.group_id AND g.name IS NOT NULL`;
  }

  async addSubgroups(tx: Tx, organizationId: number, groupId: number, subgroupIds: readonly number[]): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO user_group_subgroup (group_id, subgroup_id, organization_id)
      SELECT ${groupId}, added.id, ${organizationId} FROM unnest(${[...subgroupIds]}::int[]) AS added (id)`;
  }

  async removeSubgroups(tx: Tx, organizationId: number, groupId: number, subgroupIds: readonly number[]): Promise<void> {
    await tx.$executeRaw`
      DELETE FROM user_group_subgroup
      WHERE organization_id = ${organizationId} AND group_id = ${groupId} AND subgroup_id = ANY (${[...subgroupIds]}::int[])`;
  }
}
