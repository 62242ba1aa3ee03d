import { z } from 'zod';
import { serviceCall } from '../contract.js';
import { purgePart } from '../purge-part.js';

// Calls of the operator's command line: it begins a purge, calls each service until it has deleted everything, and ends the purge.

/** A change that began before the deactivation, and caches that still allow one, end within this time. */
export const PURGE_AFTER_SECONDS = 120;

/**
 * Marks a deactivated organization as one that is being purged. This cannot be taken back. Succeeds if it is marked already. If the
 * deactivation is too recent, nothing is marked, and `waitSeconds` says when to call again. Errors: unknownOrganization, organizationActive.
 */
export const beginPurge = serviceCall({
  name: 'beginPurge',
  service: 'organization',
  input: z.object({ organizationId: z.int() }),
  output: z.object({ waitSeconds: z.int().nonnegative() }),
  safeToRetry: true,
});

/** Which accounts came from which invitation. Before the invitations. */
export const purgeAcceptances = purgePart('organization', 'purgeAcceptances');

/** What the organization service owns, except for the organization itself. After all other services. */
export const purgePeople = purgePart('organization', 'purgePeople');

/** Deletes the organization itself. Errors: notBeingPurged. Succeeds if it does not exist. */
export const endPurge = serviceCall({
  name: 'endPurge',
  service: 'organization',
  input: z.object({ organizationId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
