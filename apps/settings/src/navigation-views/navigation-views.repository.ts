import { Injectable } from '@nestjs/common';
import type { Caller } from '@parley/contracts';
import type { NavigationViewObject } from '@parley/contracts/settings';
import type { Reader, Tx } from '@parley/persistence';

type Owner = Pick<Caller, 'organizationId' | 'userId'>;

const ownedBy = ({ organizationId, userId }: Owner) => ({ organizationId, userId });

@Injectable()
export class NavigationViewsRepository {
  /** Ordered by fragment. */
  async list(reader: Reader, caller: Owner): Promise<NavigationViewObject[]> {
    const rows = await reader.navigationView.findMany({ where: ownedBy(caller), orderBy: { fragment: 'asc' } });
    return rows.map(viewObject);
  }

  count(reader: Reader, caller: Owner): Promise<number> {
    return reader.navigationView.count({ where: ownedBy(caller) });
  }

  async find(reader: Reader, caller: Owner, fragment: string): Promise<NavigationViewObject | undefined> {
    const row = await reader.navigationView.findUnique({
      where: { userId_fragment: { userId: caller.userId, fragment }, organizationId: caller.organizationId },
    });
    return row === null ? undefined : viewObject(row);
  }

  async insert(tx: Tx, caller: Owner, { fragment, is_pinned: isPinned, name }: NavigationViewObject): Promise<void> {
    await tx.navigationView.create({ data: { ...ownedBy(caller), fragment, isPinned, name: name ?? null } });
  }

  async update(tx: Tx, caller: Owner, { fragment, is_pinned: isPinned, name }: NavigationViewObject): Promise<void> {
    await tx.navigationView.update({
      where: { userId_fragment: { userId: caller.userId, fragment }, organizationId: caller.organizationId },
      data: { isPinned, name: name ?? null },
    });
  }

  /** Returns false if there was none. */
  async remove(tx: Tx, caller: Owner, fragment: string): Promise<boolean> {
    const { count } = await tx.navigationView.deleteMany({ where: { ...ownedBy(caller), fragment } });
    return count === 1;
  }
}

function viewObject({ fragment, isPinned, name }: { fragment: string; isPinned: boolean; name: string | null }): NavigationViewObject {
  return { fragment, is_pinned: isPinned, ...(name !== null && { name }) };
}
