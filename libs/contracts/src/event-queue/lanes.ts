import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * The part of an organization's fan-out that serves some of its people. An organization with one lane has its id as its lane; lane 2 of 4 of
 * organization 27 is `27:4.2`, numbered from 0.
 */
export type Lane = number | `${number}:${number}.${number}`;

/** Maximum number of lanes of an organization. */
export const MAX_LANES = 64;

export function lanesOf(organizationId: number, lanes: number): Lane[] {
  return Array.from({ length: lanes }, (_, number) => laneAt(organizationId, lanes, number));
}

/** The lane with the person's event queues. */
export function laneOf(organizationId: number, lanes: number, userId: number): Lane {
  return laneAt(organizationId, lanes, lanes === 1 ? 0 : spread(userId) % lanes);
}

export function organizationOf(lane: Lane): number {
  return typeof lane === 'number' ? lane : Number(lane.slice(0, lane.indexOf(':')));
}

/** Number 0 of 1 for an organization with one lane. */
export function placeOf(lane: Lane): { readonly lanes: number; readonly number: number } {
  if (typeof lane === 'number') return { lanes: 1, number: 0 };
  const dot = lane.indexOf('.');
  return { lanes: Number(lane.slice(lane.indexOf(':') + 1, dot)), number: Number(lane.slice(dot + 1)) };
}

/** Selects the people of a lane. */
export function peopleOf(lane: Lane): (userId: number) => boolean {
  const { lanes, number } = placeOf(lane);
  return lanes === 1 ? () => true : (userId) => spread(userId) % lanes === number;
}

/** The form in which a lane is stored and sent. */
export function parseLane(text: string): Lane {
  return text.includes(':') ? (text as Lane) : Number(text);
}

function laneAt(organizationId: number, lanes: number, number: number): Lane {
  return lanes === 1 ? organizationId : `${organizationId}:${lanes}.${number}`;
}

/** Ids of people who joined together are consecutive, so the bits are mixed first (the finalizer of MurmurHash3). Must never change. */
function spread(userId: number): number {
  let mixed = Math.imul(userId ^ (userId >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const lanesNow = {
  lanes: z.int(),
  /** The number to which it is changing. Null if it is not. */
  next: z.int().nullable(),
};

/**
 * Changes the number of lanes of an organization, which goes on after the answer.
 * oldReplicas: a replica of event-queue of an earlier release runs, which knows no lanes. busy: another change is under way.
 */
export const setLanes = serviceCall({
  name: 'setLanes',
  service: 'event-queue',
  input: z.object({ organizationId: z.int(), lanes: z.int().min(1).max(MAX_LANES) }),
  output: z.object({ outcome: z.enum(['changing', 'unchanged', 'busy', 'oldReplicas']), ...lanesNow }),
  safeToRetry: true,
});

/** The lanes of an organization, with the number of queues and the position of each. Those of both numbers while it changes. */
export const readLanes = serviceCall({
  name: 'readLanes',
  service: 'event-queue',
  input: z.object({ organizationId: z.int() }),
  output: z.object({
    ...lanesNow,
    /** `fannedOutSeq` is null if the lane has no index, because it has no queues. */
    all: z.array(z.object({ lane: z.string(), queues: z.int(), fannedOutSeq: z.int().nullable() })),
    newestSeq: z.int(),
  }),
  safeToRetry: true,
});
