import type { Reader } from '@parley/persistence';
import { isStorable } from '@parley/policies';
import type { AskedEmoji, CustomEmoji } from './emoji.js';

/** As the column of ids can hold it. */
const ID = /^[1-9]\d{0,8}$/;

/** The custom emoji of the organization that a request can mean: of its name, or with its code as id, deactivated ones too. */
export function customEmojiOf(reader: Reader, organizationId: number, { name, code }: AskedEmoji): Promise<CustomEmoji[]> {
  const byName = name !== undefined && isStorable(name) ? [{ name }] : [];
  const byId = code !== undefined && ID.test(code) ? [{ id: Number(code) }] : [];
  return reader.realmEmoji.findMany({
    where: { organizationId, OR: [...byName, ...byId] },
    select: { id: true, name: true, isDeactivated: true },
  });
}
