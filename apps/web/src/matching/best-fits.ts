/** How well a name fits what was written: 0 best, undefined not at all. Case and accents do not matter. */
export function fitness(name: string, query: string): number | undefined {
  const plain = folded(name);
  const wanted = folded(query);
  if (plain.startsWith(wanted)) return 0;
  if (plain.split(/[\s_-]+/).some((word) => word.startsWith(wanted))) return 1;
  return plain.includes(wanted) ? 2 : undefined;
}

/** The entries that fit best. Among those that fit equally, the order is kept. */
export function bestFits<E>(entries: Iterable<E>, query: string, namesOf: (entry: E) => readonly string[], most: number): E[] {
  const groups: E[][] = [[], [], []];
  for (const entry of entries) {
    const fits = namesOf(entry).flatMap((name) => fitness(name, query) ?? []);
    if (fits.length > 0) groups[Math.min(...fits)]?.push(entry);
    if ((groups[0]?.length ?? 0) >= most) break;
  }
  return groups.flat().slice(0, most);
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
