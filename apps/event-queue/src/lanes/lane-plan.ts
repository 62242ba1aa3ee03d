import { type Lane, laneOf, lanesOf } from '@parley/contracts/event-queue';

/**
 * The lanes of an organization. `building`: the indexes of the next lanes are built, and nothing else has changed. `moving`: queues move to the
 * next lanes, and new ones are created there. `change`: the number of the last change, which grows.
 */
export interface LanePlan {
  readonly lanes: number;
  readonly next: number | null;
  readonly phase: 'settled' | 'building' | 'moving';
  readonly change: number;
}

export const ONE_LANE: LanePlan = { lanes: 1, next: null, phase: 'settled', change: 0 };

/** `4#7`, while it is built `1+4#7`, while queues move `1>4#7`. */
const SHAPE = /^(\d+)(?:([+>])(\d+))?#(\d+)$/;

export function parsePlan(text: string): LanePlan {
  const [, lanes, sign, next, change] = SHAPE.exec(text) ?? [];
  if (lanes === undefined) throw new Error(`${text} is no plan of lanes`);
  const phase = sign === '+' ? 'building' : sign === '>' ? 'moving' : 'settled';
  return { lanes: Number(lanes), next: next === undefined ? null : Number(next), phase, change: Number(change) };
}

/** Empty for an organization that never had several lanes. */
export function planText({ lanes, next, phase, change }: LanePlan): string {
  if (change === 0) return '';
  return next === null ? `${lanes}#${change}` : `${lanes}${phase === 'building' ? '+' : '>'}${next}#${change}`;
}

/** Where new queues of a person are created. */
export function targetOf({ lanes, next, phase }: LanePlan, organizationId: number, userId: number): Lane {
  return laneOf(organizationId, phase === 'moving' && next !== null ? next : lanes, userId);
}

/**
 * Where to look for a queue of a person, one after the other. While queues move, it is in the new lane or in the old one; or it was still in the
 * old one when we looked into the new one.
 */
export function placesOf(plan: LanePlan, organizationId: number, userId: number): Lane[] {
  const now = laneOf(organizationId, plan.lanes, userId);
  if (plan.phase !== 'moving' || plan.next === null) return [now];
  const next = laneOf(organizationId, plan.next, userId);
  return [next, now, next];
}

/** All lanes that have queues, or may get some. */
export function lanesIn({ lanes, next, phase }: LanePlan, organizationId: number): Lane[] {
  const now = lanesOf(organizationId, lanes);
  return phase === 'moving' && next !== null ? [...now, ...lanesOf(organizationId, next)] : now;
}

/** All lanes of which something may be in Redis: also those that are built, and the mark that the only lane was left. */
export function everyLaneOf({ lanes, next }: LanePlan, organizationId: number): Lane[] {
  return [...new Set([organizationId, ...lanesOf(organizationId, lanes), ...lanesOf(organizationId, next ?? lanes)])];
}
