import { Injectable } from '@nestjs/common';
import type { Caller } from '@parley/contracts';
import type { SavedSnippetObject } from '@parley/contracts/settings';
import { dbTime, isColumnId, Prisma, type Reader, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';

type Owner = Pick<Caller, 'organizationId' | 'userId'>;

const ownedBy = ({ organizationId, userId }: Owner) => ({ organizationId, userId });

const storedSnippet = z.object({ id: z.int(), title: z.string(), content: z.string(), createdAt: dbTime });
const snippetRow = storedSnippet.transform(wire);

/** A user's snippets in wire format, oldest first. */
export function selectSavedSnippets(organizationId: number, userId: number) {
  return select(
    snippetRow,
    Prisma.sql`
      SELECT id, title, content, created_at AS "createdAt" FROM saved_snippet
      WHERE organization_id = ${organizationId} AND user_id = ${userId} ORDER BY id`,
  );
}

@Injectable()
export class SavedSnippetsRepository {
  list(reader: SqlReader, caller: Owner): Promise<SavedSnippetObject[]> {
    return selectRows(reader, selectSavedSnippets(caller.organizationId, caller.userId));
  }

  count(reader: Reader, caller: Owner): Promise<number> {
    return reader.savedSnippet.count({ where: ownedBy(caller) });
  }

  async find(reader: Reader, caller: Owner, id: number): Promise<SavedSnippetObject | undefined> {
    if (!isColumnId(id)) return undefined;
    const row = await reader.savedSnippet.findFirst({ where: { ...ownedBy(caller), id } });
    return row === null ? undefined : wire(row);
  }

  async insert(tx: Tx, caller: Owner, text: { title: string; content: string }): Promise<SavedSnippetObject> {
    return wire(await tx.savedSnippet.create({ data: { ...ownedBy(caller), ...text } }));
  }

  async update(tx: Tx, caller: Owner, { id, title, content }: SavedSnippetObject): Promise<void> {
    await tx.savedSnippet.update({ where: { id, ...ownedBy(caller) }, data: { title, content } });
  }

  async remove(tx: Tx, caller: Owner, id: number): Promise<void> {
    await tx.savedSnippet.delete({ where: { id, ...ownedBy(caller) } });
  }
}

function wire({ id, title, content, createdAt }: z.output<typeof storedSnippet>): SavedSnippetObject {
  return { id, title, content, date_created: Math.floor(createdAt.getTime() / 1000) };
}
