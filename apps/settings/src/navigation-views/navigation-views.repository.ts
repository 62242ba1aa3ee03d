import { Injectable } from '@nestjs/common';
import type { Caller } from '@parley/contracts';
import type { NavigationViewObject } from '@parley/contracts/settings';
import { Prisma, type Reader, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';

type Owner = Pick<Caller, 'organizationId' | 'userId'>;

const ownedBy = ({ organizationId, userId }: Owner) => ({ organizationId, userId });

const storedView = z.object({ fragment: z.string(), isPinned: z.boolean(), name: z.string().nullable() });
const viewRow = storedView.transform(viewObject);

/** A user's views in wire format, ordered by fragment. */
export function selectNavigationViews(organizationId: number, userId: number) {
  return select(
    viewRow,
    Prisma.sql`
      SELECT fragment, is_pinned AS "isPinned", name FROM navigation_view
      WHERE organization_id = ${organizationId} AND user_id = ${userId} ORDER BY fragment`,
  );
}

@Injectable()
export class NavigationViewsRepository {
  list(reader: SqlReader, caller: Owner): Promise<NavigationViewObject[]> {
    return selectRows(reader, selectNavigationViews(caller.organizationId, caller.userId));
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

function viewObject({ fragment, isPinned, name }: z.output<typeof storedView>): NavigationViewObject {
  return { fragment, is_pinned: isPinned, ...(name !== null && { name }) };
}
