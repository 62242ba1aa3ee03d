import { Injectable } from '@nestjs/common';
import type { Caller, NavigationViewObject } from '@parley/contracts';
import type { Reader, Tx } from '@parley/persistence';

type Owner = Pick<Caller, 'organizationId' | 'userId'>;

const ownedBy = ({ organizationId, userId }: Owner) => ({ organizationId, userId });

@Injectable()
export class NavigationViewsRepository {
  /** By fragment. */
  async list(reader: Reader, caller: Owner): Promise<NavigationViewObject[]> {
    const rows = await reader.navigationView.findMany({ where: ownedBy(caller), orderBy: { fragment: 'asc' } });
    return rows.map(({ fragment, isPinned, name }) => ({ fragment, is_pinned: isPinned, name }));
  }

  count(reader: Reader, caller: Owner): Promise<number> {
    return reader.navigationView.count({ where: ownedBy(caller) });
  }

  async find(reader: Reader, caller: Owner, fragment: string): Promise<NavigationViewObject | undefined> {
    const row = await reader.navigationView.findUnique({
      where: { userId_fragment: { userId: caller.userId, fragment }, organizationId: caller.organizationId },
    });
    return row === null ? undefined : { fragment, is_pinned: row.isPinned, name: row.name };
  }

  async insert(tx: Tx, caller: Owner, { fragment, is_pinned: isPinned, name }: NavigationViewObject): Promise<void> {
    await tx.navigationView.create({ data: { ...ownedBy(caller), fragment, isPinned, name } });
  }

  async update(tx: Tx, caller: Owner, { fragment, is_pinned: isPinned, name }: NavigationViewObject): Promise<void> {
    await tx.navigationView.update({
      where: { userId_fragment: { userId: caller.userId, fragment }, organizationId: caller.organizationId },
      data: { isPinned, name },
    });
  }

  /** False: there was none. */
  async remove(tx: Tx, caller: Owner, fragment: string): Promise<boolean> {
    const { count } = await tx.navigationView.deleteMany({ where: { ...ownedBy(caller), fragment } });
    return count === 1;
  }
}
