import { broadcast } from '@parley/contracts';
import type { Lane } from '@parley/contracts/event-queue';
import { PARTITIONS } from '@parley/event-log';
import { z } from 'zod';
import type { QueueCommands } from '../queues/queue-redis.js';
import { Script } from '../queues/script.js';
import { list, texts } from '../queues/script-reply.js';
import { Assignment } from './assignment.js';
import { LaneAssignment } from './lane-assignment.js';
import { heartbeat, release } from './scripts.js';

/** A replica released its partitions. The others renew their leases at once instead of in the next round. */
export const leasesReleased = broadcast('event-queue-leases-released', z.object({}));

const scripts = { heartbeat: new Script(heartbeat), release: new Script(release) };
/** The number of partitions of releases whose names do not contain it. */
const UNNAMED_PARTITIONS = 64;
const SEPARATOR = '|';
/** In the names of replicas that know lanes. Those of earlier releases do not contain it. */
const KNOWS_LANES = `${SEPARATOR}lanes${SEPARATOR}`;
/** After this many rounds the names are read even if their number is the same, because one replica may have replaced another. */
const ROUNDS_PER_READING = 4;

/**
 * Decides which partitions' fan-out runs in this replica. This is for efficiency only: if two replicas both think that they hold a
 * partition, they do the work twice, but the second time changes nothing. A dead replica is left out after the TTL.
 */
export class PartitionLeases {
  private readonly base: string;
  private readonly member: string;
  private readonly assignment = new Assignment();
  private readonly laneAssignment = new LaneAssignment();
  private agreed: number;
  private names: readonly string[] = [];
  private rounds = 0;

  /** `partitions`: the configured number. While replicas differ, all use the smallest. */
  constructor(
    private readonly redis: QueueCommands,
    prefix: string,
    replica: string,
    private readonly ttlMs: number,
    partitions: number = PARTITIONS,
  ) {
    this.base = `${prefix}{leases}:`;
    this.member = `${replica}${KNOWS_LANES}${partitions}`;
    this.agreed = partitions;
  }

  /** The number of partitions that all replicas agreed on in the last round. */
  get partitions(): number {
    return this.agreed;
  }

  /** One round, to be repeated several times within the TTL. Returns the partitions held now. */
  async renew(): Promise<Set<number>> {
    const reads = this.rounds % ROUNDS_PER_READING === 0;
    this.rounds += 1;
    const known = reads ? '' : String(this.names.length);
    const [changed, names] = list(await scripts.heartbeat.run(this.redis, this.base, [this.member, String(this.ttlMs), known]));
    if (changed === 1) this.names = texts(names);
    const agreed = Math.min(...this.names.map(partitionsOf));
    const held = await this.assignment.of(this.member, this.names, agreed);
    this.agreed = agreed;
    return held;
  }

  /** The lanes that run here, by the names of the last round. */
  lanesOf(sets: readonly (readonly Lane[])[]): Lane[] {
    return this.laneAssignment.of(this.member, this.names, sets);
  }

  /** Whether all replicas of the last round know lanes. One that does not would build an index of its own for an organization with lanes. */
  get allKnowLanes(): boolean {
    return this.names.length > 0 && this.names.every((name) => name.includes(KNOWS_LANES));
  }

  async release(): Promise<void> {
    await scripts.release.run(this.redis, this.base, [this.member]);
  }
}

function partitionsOf(name: string): number {
  const partitions = Number(name.slice(name.lastIndexOf(SEPARATOR) + 1));
  return name.includes(SEPARATOR) && partitions > 0 ? partitions : UNNAMED_PARTITIONS;
}
