import { z } from 'zod';
import { broadcast, serviceCall } from '../contract.js';

// The calls and broadcasts of the directory: docs/adr/0045-cells.md. Gateways and the command line make them, as SYSTEM_VISITOR or OPERATOR_VISITOR.

/** A label of a subject and of a host name. */
export const CELL_NAME = /^[a-z][a-z0-9-]{0,31}$/;
const cellName = z.string().regex(CELL_NAME);

/**
 * `creating`: the string id is reserved, and its cell has not confirmed the organization. `active`: its cell serves it. `moving`: its cell serves it,
 * and it is being copied to `target`; gateways refuse what writes, with 503.
 */
export const PLACE_STATES = ['creating', 'active', 'moving'] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

export const place = z.object({
  stringId: z.string(),
  /** Null while it is being created. */
  organizationId: z.int().nullable(),
  cell: cellName,
  state: z.enum(PLACE_STATES),
  /** The cell to which it is moving. */
  target: cellName.nullable(),
});
export type Place = z.infer<typeof place>;

/** Each change of a place has the next number. */
const version = z.int().min(0);

/** Where an organization lives, by its string id or its id. `version`: the last change when this was read. */
export const findPlace = serviceCall({
  name: 'findPlace',
  service: 'directory',
  input: z.union([z.object({ stringId: z.string() }), z.object({ organizationId: z.int() })]),
  output: z.object({ place: place.nullable(), version }),
  timeoutMs: 2_000,
  safeToRetry: true,
});

/** All places, by string id, at most 1,000 in one answer. `next`: what to pass as `after` for the next ones. */
export const listPlaces = serviceCall({
  name: 'listPlaces',
  service: 'directory',
  input: z.object({ after: z.string() }),
  output: z.object({ places: z.array(place), next: z.string().nullable() }),
  safeToRetry: true,
});

export const listCells = serviceCall({
  name: 'listCells',
  service: 'directory',
  input: z.object({}),
  output: z.object({
    cells: z.array(
      z.object({
        name: cellName,
        /** The most organizations. Null: no limit. */
        capacity: z.int().nullable(),
        /** Whether new organizations may be placed there. */
        isOpen: z.boolean(),
        /** Those that live there, and those that move there. */
        organizations: z.int(),
      }),
    ),
  }),
  safeToRetry: true,
});

export const setCell = serviceCall({
  name: 'setCell',
  service: 'directory',
  input: z.object({ name: z.string(), capacity: z.int().min(0).nullable().optional(), isOpen: z.boolean().optional() }),
  output: z.object({ outcome: z.enum(['changed', 'unknown-cell']) }),
  safeToRetry: true,
});

/** Why an organization gets no place in a cell. `no-room`: no open cell has room. */
export const PLACE_REFUSALS = ['unknown-cell', 'closed-cell', 'full-cell', 'no-room', 'taken'] as const;
export type PlaceRefusal = (typeof PLACE_REFUSALS)[number];
const refused = z.object({ outcome: z.enum(PLACE_REFUSALS) });

/**
 * Reserves a string id, in the named cell or in the open one with most room. A string id that is reserved and not settled keeps its cell, unless
 * another one is named (`taken`), so a creation that was interrupted can be repeated.
 */
export const reservePlace = serviceCall({
  name: 'reservePlace',
  service: 'directory',
  input: z.object({ stringId: z.string(), cell: z.string().nullable() }),
  output: z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('reserved'), place }), refused]),
  safeToRetry: true,
});

/** The organization exists in this cell. Also for organizations that had no place before. `taken`: another cell has it, or another organization the name. */
export const settlePlace = serviceCall({
  name: 'settlePlace',
  service: 'directory',
  input: z.object({ stringId: z.string(), organizationId: z.int(), cell: z.string() }),
  output: z.object({ outcome: z.enum(['settled', 'unknown-cell', 'taken']) }),
  safeToRetry: true,
});

/** Frees a string id that was reserved in this cell and not settled. */
export const releasePlace = serviceCall({
  name: 'releasePlace',
  service: 'directory',
  input: z.object({ stringId: z.string(), cell: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});

/** The organization was deleted in this cell. Does nothing if it lives elsewhere, or is being moved. */
export const removePlace = serviceCall({
  name: 'removePlace',
  service: 'directory',
  input: z.object({ organizationId: z.int(), cell: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});

const condition = z.object({ cell: z.string(), state: z.enum(['active', 'moving']), target: z.string().nullable() });

/**
 * Moves an organization, or changes its state, if its place is still `from`. Repeating the call succeeds. `conflict`: its place is neither `from` nor
 * `to`, or its move is cancelled. A cell that it enters, or moves to, must have room.
 */
export const changePlace = serviceCall({
  name: 'changePlace',
  service: 'directory',
  input: z.object({ organizationId: z.int(), from: condition, to: condition }),
  output: z.object({ outcome: z.enum(['changed', 'conflict', 'unknown-cell', 'full-cell']), place: place.nullable() }),
  safeToRetry: true,
});

/** A place changed. Gateways forget what they know of it. */
export const placeChanged = broadcast('place-changed', z.object({ stringId: z.string(), organizationId: z.int().nullable(), version }));

/** Sent each second by each process of the directory: a gateway that knows an older version has lost a `placeChanged`. */
export const directoryAlive = broadcast('directory-alive', z.object({ version }));
