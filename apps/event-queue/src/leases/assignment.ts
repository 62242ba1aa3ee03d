import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

const DIGEST_BYTES = 6;

/**
 * Rendezvous hashing: each partition belongs to the member with the highest digest of its name and the partition. So a new member takes
 * partitions from the others, a member that leaves gives its own to them, and no other partition moves.
 */
export class Assignment {
  /** The digests of each member, by partition. Computed once for each member. */
  private readonly digests = new Map<string, Float64Array>();
  private last: { readonly key: string; readonly held: ReadonlySet<number> } | null = null;

  /** The partitions of `me`. */
  async of(me: string, members: readonly string[], partitions: number): Promise<Set<number>> {
    const sorted = [...members].sort();
    const key = [partitions, ...sorted].join();
    if (this.last?.key === key) return new Set(this.last.held);
    for (const name of this.digests.keys()) if (!members.includes(name)) this.digests.delete(name);
    const all: Float64Array[] = [];
    for (const name of sorted) all.push(await this.digestsOf(name, partitions));
    const own = all[sorted.indexOf(me)] ?? new Float64Array(partitions);
    const held = new Set<number>();
    for (let partition = 0; partition < partitions; partition += 1) {
      const mine = own[partition] ?? 0;
      if (all.every((digests) => (digests[partition] ?? 0) <= mine)) held.add(partition);
    }
    this.last = { key, held };
    return new Set(held);
  }

  private async digestsOf(name: string, partitions: number): Promise<Float64Array> {
    const known = this.digests.get(name);
    if (known?.length === partitions) return known;
    // With many members and partitions this takes long, so other work gets a turn in between.
    await nextTurn();
    const digests = Float64Array.from({ length: partitions }, (_, partition) =>
      createHash('sha1').update(`${name}:${partition}`).digest().readUIntBE(0, DIGEST_BYTES),
    );
    this.digests.set(name, digests);
    return digests;
  }
}
