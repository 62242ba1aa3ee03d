import { createHash } from 'node:crypto';
import { type Lane, organizationOf } from '@parley/contracts/event-queue';

const DIGEST_BYTES = 6;

/**
 * Assigns the lanes of an organization to members: evenly, so that no member runs two while another one runs none. In the order of the lanes, each
 * goes to the member with the highest digest among those with the fewest lanes so far. All replicas compute the same from the same names.
 */
export function assignLanes(lanes: readonly Lane[], members: readonly string[]): Map<Lane, string> {
  const assigned = new Map<Lane, string>();
  const counts = new Map(members.map((member) => [member, 0]));
  for (const lane of lanes) {
    const least = Math.min(...counts.values());
    let best: { member: string; digest: number } | undefined;
    for (const [member, count] of counts) {
      if (count > least) continue;
      const digest = digestOf(member, lane);
      if (best === undefined || digest > best.digest || (digest === best.digest && member > best.member)) best = { member, digest };
    }
    if (best === undefined) return assigned;
    assigned.set(lane, best.member);
    counts.set(best.member, (counts.get(best.member) ?? 0) + 1);
  }
  return assigned;
}

/** The lanes of `me`, of sets of lanes of one organization each. Computed again only if a name or a lane has changed. */
export class LaneAssignment {
  private readonly known = new Map<string, { readonly key: string; readonly held: readonly Lane[] }>();

  of(me: string, members: readonly string[], sets: readonly (readonly Lane[])[]): Lane[] {
    const sorted = [...members].sort();
    const names = sorted.join();
    const wanted = new Set(sets.map(nameOf));
    for (const name of this.known.keys()) if (!wanted.has(name)) this.known.delete(name);
    return sets.flatMap((lanes) => {
      const name = nameOf(lanes);
      const known = this.known.get(name);
      if (known?.key === names) return known.held;
      const held = [...assignLanes(lanes, sorted)].filter(([, member]) => member === me).map(([lane]) => lane);
      this.known.set(name, { key: names, held });
      return held;
    });
  }
}

function nameOf([first = 0]: readonly Lane[]): string {
  return `${organizationOf(first)} ${first}`;
}

function digestOf(member: string, lane: Lane): number {
  return createHash('sha1').update(`${member}:${lane}`).digest().readUIntBE(0, DIGEST_BYTES);
}
