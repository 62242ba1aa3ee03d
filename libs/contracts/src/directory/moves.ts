import { z } from 'zod';
import { serviceCall } from '../contract.js';

// Moves of organizations to another cell: docs/adr/0049-moving-organizations.md. The command line makes these calls, as OPERATOR_VISITOR.

/**
 * `copying`: its rows are copied. `switching`: changes are refused, and then it lives in the target; its place says which of the two. `cancelling`:
 * it lives in the source, and the copy is deleted. `left`: the move is done, and its rows in the source are to be purged.
 */
export const MOVE_STEPS = ['copying', 'switching', 'cancelling', 'left'] as const;
export type MoveStep = (typeof MOVE_STEPS)[number];

export const move = z.object({
  organizationId: z.int(),
  stringId: z.string(),
  source: z.string(),
  target: z.string(),
  step: z.enum(MOVE_STEPS),
  /** Unix time. */
  startedAt: z.int(),
  /** When the step began. Unix time. */
  stepAt: z.int(),
});
export type Move = z.infer<typeof move>;

/** By string id. An organization has at most one. */
export const listMoves = serviceCall({
  name: 'listMoves',
  service: 'directory',
  input: z.object({}),
  output: z.object({ moves: z.array(move) }),
  safeToRetry: true,
});

/**
 * Records that an organization is copied to another cell, and keeps room for it there. Succeeds again while it is copied to that cell. `no-place`: it
 * does not exist, or it moves already. `there`: it lives in that cell. `other-move`: another move of it is not done, or has left rows; `move` says which.
 */
export const beginMove = serviceCall({
  name: 'beginMove',
  service: 'directory',
  input: z.object({ organizationId: z.int(), target: z.string() }),
  output: z.object({
    outcome: z.enum(['begun', 'no-place', 'there', 'unknown-cell', 'full-cell', 'other-move']),
    move: move.nullable(),
  }),
  safeToRetry: true,
});

/** Records the step of a move. Succeeds again. A move that is cancelled, or has left its rows, has no further step: `refused`. `cancelMove` cancels. */
export const noteMoveStep = serviceCall({
  name: 'noteMoveStep',
  service: 'directory',
  input: z.object({ organizationId: z.int(), step: z.enum(MOVE_STEPS) }),
  output: z.object({ outcome: z.enum(['noted', 'refused']) }),
  safeToRetry: true,
});

/**
 * Lets an organization live in the source of its move, and go no further. Succeeds again. `there`: it lives in the target already. `refused`: it is
 * not being moved.
 */
export const cancelMove = serviceCall({
  name: 'cancelMove',
  service: 'directory',
  input: z.object({ organizationId: z.int() }),
  output: z.object({ outcome: z.enum(['cancelling', 'there', 'refused']) }),
  safeToRetry: true,
});

/** Forgets a move whose copy is deleted. Does nothing while the organization is copied or switched. */
export const endMove = serviceCall({
  name: 'endMove',
  service: 'directory',
  input: z.object({ organizationId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
