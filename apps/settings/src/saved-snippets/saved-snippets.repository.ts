import { Injectable } from '@nestjs/common';
import type { Caller } from '@parley/contracts';
import type { SavedSnippetObject } from '@parley/contracts/settings';
import { isColumnId, type Reader, type Tx } from '@parley/persistence';

type Owner = Pick<Caller, 'organizationId' | 'userId'>;

const ownedBy = ({ organizationId, userId }: Owner) => ({ organizationId, userId });

@Injectable()
export class SavedSnippetsRepository {
  /** Oldest first. */
  async list(reader: Reader, caller: Owner): Promise<SavedSnippetObject[]> {
    const rows = await reader.savedSnippet.findMany({ where: ownedBy(caller), orderBy: { id: 'asc' } });
    return rows.map(wire);
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

function wire({ id, title, content, createdAt }: { id: number; title: string; content: string; createdAt: Date }): SavedSnippetObject {
  return { id, title, content, date_created: Math.floor(createdAt.getTime() / 1000) };
}
