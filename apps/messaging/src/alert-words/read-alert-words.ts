import type { Reader } from '@parley/persistence';

/** One person's alert words as he wrote them, in alphabetical order. */
export async function readAlertWords(reader: Reader, organizationId: number, userId: number): Promise<string[]> {
  const rows = await reader.alertWord.findMany({ where: { organizationId, userId }, orderBy: { key: 'asc' }, select: { word: true } });
  return rows.map(({ word }) => word);
}
