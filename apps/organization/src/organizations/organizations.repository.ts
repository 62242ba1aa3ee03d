import { Injectable } from '@nestjs/common';
import { SYSTEM_GROUPS, type SystemGroup } from '@parley/access';
import type { Prisma, Reader, Tx } from '@parley/persistence';

const DESCRIPTIONS: Readonly<Record<SystemGroup, string>> = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:internet': 'Everyone on the Internet',
};
/** role:nobody is in no other group, so nesting begins with the group after it. */
const NESTED = SYSTEM_GROUPS.filter((name) => name !== 'role:nobody');

@Injectable()
export class OrganizationsRepository {
  async insert(tx: Tx, organization: { stringId: string; name: string }): Promise<{ id: number }> {
    return tx.organization.create({ data: organization, select: { id: true } });
  }

  /** All settings, as they are stored afterwards. */
  async putSettings(tx: Tx, organizationId: number, settings: Readonly<Record<string, unknown>>): Promise<void> {
    // The stored settings are JSON.
    await tx.organization.update({ where: { id: organizationId }, data: { settings: settings as Prisma.InputJsonObject } });
  }

  /** Whether it has one that is not archived. */
  async hasWebPublicChannel(reader: Reader, organizationId: number): Promise<boolean> {
    const channel = await reader.channel.findFirst({
      where: { organizationId, isWebPublic: true, isArchived: false },
      select: { id: true },
    });
    return channel !== null;
  }

  /** `at` null: active. */
  async setDeactivated(tx: Tx, organizationId: number, at: Date | null): Promise<void> {
    await tx.organization.update({ where: { id: organizationId }, data: { deactivatedAt: at } });
  }

  /** The counter row: it orders all changes of the organization, and has the default settings of new users. */
  async insertCounter(tx: Tx, organizationId: number): Promise<void> {
    await tx.organizationCounter.create({ data: { organizationId, seq: 0n, lastMessageId: 0n } });
  }

  /** In their order, each containing the previous one. All their permissions are role:nobody. */
  async insertSystemGroups(tx: Tx, organizationId: number, permissionNames: readonly string[]): Promise<void> {
    const ids = new Map<string, number>();
    for (const name of SYSTEM_GROUPS) {
      const { id } = await tx.userGroup.create({
        data: { organizationId, name, description: DESCRIPTIONS[name], isSystemGroup: true },
        select: { id: true },
      });
      ids.set(name, id);
    }
    const nobody = ids.get('role:nobody') ?? null;
    const settings: Prisma.InputJsonObject = Object.fromEntries(permissionNames.map((name) => [name, nobody]));
    await tx.userGroup.updateMany({ where: { organizationId, isSystemGroup: true }, data: { settings } });
    const links = NESTED.slice(1).flatMap((name, index) => {
      const groupId = ids.get(name);
      const subgroupId = ids.get(NESTED[index] ?? '');
      return groupId === undefined || subgroupId === undefined ? [] : [{ organizationId, groupId, subgroupId }];
    });
    await tx.userGroupSubgroup.createMany({ data: links });
  }
}
