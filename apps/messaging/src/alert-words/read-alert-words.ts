import type { Reader } from '@parley/persistence';

/** A user's alert words as written, in alphabetical order. */
export async function readAlertWords(reader: Reader, organizationId: number, userId: number): Promise<string[]> {
  const rows = await reader.alertWord.findMany({ where: { organizationId, userId }, orderBy: { key: 'asc' }, select: { word: true } });
  return rows.map(({ word }) => word);
}
