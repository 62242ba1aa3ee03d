import { z } from 'zod';
import { ACTOR_KINDS } from '../caller.js';
import { endpoint, serviceCall } from '../contract.js';
import { int, text } from '../wire/param.js';

/** Most entries of one response. */
export const MAX_AUDIT_ENTRIES = 1_000;
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** A changed field. A value that is not stored in the audit log is `hidden`. Of members of a group: their number and up to 1,000 ids. */
const change = z.object({
  old: z.unknown().optional(),
  new: z.unknown().optional(),
  hidden: z.boolean().optional(),
  count: z.int().optional(),
  added: z.array(z.int()).optional(),
  removed: z.array(z.int()).optional(),
});

export const auditEntry = z.object({
  id: z.int(),
  /** Seconds since the epoch. */
  timestamp: z.number(),
  /** What happened: `<what>.created`, `.changed`, `.removed`, `.added`, `.succeeded`, `.failed` or `.exported`. */
  kind: z.string(),
  /** The id of what changed: of a user, a group, a channel, an invitation and so on, or a domain. */
  subject: z.string().nullable(),
  /** `operator`: the command line. `visitor`: a client without credentials. `system`: a job, or a call between services. */
  actor_type: z.enum(ACTOR_KINDS),
  actor_id: z.int().nullable(),
  /** The id of the request, which is in the logs of the server too. */
  request_id: z.string().nullable(),
  /** The client's address, of logins only. */
  address: z.string().nullable(),
  /** Number of equal logins within a minute, otherwise 1. */
  count: z.int(),
  /** By name of the field. */
  changes: z.record(z.string(), change),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Newest first. Owners only. */
export const getAuditLog = endpoint({
  name: 'getAuditLog',
  method: 'GET',
  path: '/realm/audit_log',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Get the audit log',
  humansOnly: true,
  expensive: true,
  params: {
    before: int({ min: 1, max: MAX_ID })
      .describe('Only entries with a smaller id: the smallest id of the previous response.')
      .example(512)
      .optional(),
    limit: int({ min: 1, max: MAX_AUDIT_ENTRIES }).describe('The maximum number of entries.').example(100).default(100),
    kind: text({ min: 1, max: 60 })
      .describe('Only entries of this kind, such as `user.changed`, or of all kinds with this prefix, such as `user`.')
      .example('user')
      .optional(),
    actor_id: int({ min: 1, max: 2 ** 31 - 1 })
      .describe('Only what this user did.')
      .example(7)
      .optional(),
    since: int({ min: 0, max: 2 ** 40 })
      .describe('Only entries since this time, in seconds since the epoch.')
      .example(1763856000)
      .optional(),
  },
  response: {
    entries: z.array(auditEntry),
    /** Whether there are older ones. */
    has_more: z.boolean(),
  },
  errors: ['ownersOnly'],
  example: {
    entries: [
      {
        id: 511,
        timestamp: 1763856613,
        kind: 'user.changed',
        subject: '9',
        actor_type: 'user',
        actor_id: 7,
        request_id: '3f1e6a52-9d0b-4b4e-8c53-0b3e9be6d6c4',
        address: null,
        count: 1,
        changes: { role: { old: 400, new: 200 } },
      },
    ],
    has_more: true,
  },
});

/** The same for the operator, of one organization or all. No permission is checked. */
export const readAuditLog = serviceCall({
  name: 'readAuditLog',
  service: 'organization',
  input: z.object({
    organizationId: z.int().nullable(),
    limit: z.int().min(1).max(MAX_AUDIT_ENTRIES),
    kind: z.string().optional(),
    actorId: z.int().optional(),
    since: z.int().optional(),
  }),
  output: z.object({ entries: z.array(auditEntry.extend({ organizationId: z.int() })), hasMore: z.boolean() }),
  safeToRetry: true,
});

/** Writes into the audit log that the operator exports the organization, or the data of one of its people. Each attempt is an entry. */
export const noteExport = serviceCall({
  name: 'noteExport',
  service: 'organization',
  input: z.object({
    organizationId: z.int(),
    /** Uuid that the export found in its database: the services must have this organization, and not another one with the same id. */
    uuid: z.uuid(),
    /** Null: the whole organization. */
    userId: z.int().nullable(),
  }),
  /** False: the services have no such organization. */
  output: z.object({ isNoted: z.boolean() }),
});
