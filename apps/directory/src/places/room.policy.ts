import type { Cell } from './places.repository.js';

type Room = Pick<Cell, 'capacity' | 'organizations'>;

export function hasRoom({ capacity, organizations }: Room): boolean {
  return capacity === null || organizations < capacity;
}

/** The open cell in which the most organizations fit. Of several without limit, the one with the fewest. */
export function cellWithMostRoom<C extends Room & Pick<Cell, 'isOpen'>>(cells: readonly C[]): C | undefined {
  const [most] = cells
    .filter((cell) => cell.isOpen && hasRoom(cell))
    .sort((a, b) => roomIn(b) - roomIn(a) || a.organizations - b.organizations);
  return most;
}

/** Comparable: a number, also without limit. */
function roomIn({ capacity, organizations }: Room): number {
  return capacity === null ? Number.MAX_SAFE_INTEGER : capacity - organizations;
}
