import { noteExport } from '@parley/contracts/organization';
import type { OrganizationRecord } from '@parley/persistence';
import { CommandError } from '../command-error.js';
import type { RunningSuite } from '../running-suite.js';

/** Records an export before it reads any row. `userId`: null for the whole organization. */
export type NoteExport = (organization: OrganizationRecord, userId: number | null) => Promise<void>;

/**
 * The services write the entry, so it is in their database although the export reads a standby.
 * @throws CommandError if there is no entry
 */
export function noteInAuditLog(suite: RunningSuite): NoteExport {
  return async ({ id, uuid, stringId }, userId) => {
    const { isNoted } = await suite.callAsSystem(noteExport, { organizationId: id, uuid, userId }).catch((cause: unknown) => {
      throw new CommandError(withoutEntry(cause instanceof Error ? cause.message : String(cause)), { cause });
    });
    if (!isNoted) throw new CommandError(withoutEntry(`The running services do not have the organization ${stringId} of DATABASE_URL.`));
  };
}

/** For a database whose services do not run, such as a standby in another place. */
export function noteNowhere(report: (line: string) => void): NoteExport {
  return async ({ stringId }) =>
    report(`This export is not in the audit log, so the owners of ${stringId} do not learn of it (--without-audit-entry).`);
}

function withoutEntry(reason: string): string {
  return `${reason} So the audit log has no entry of the export, and nothing was exported. To export without an entry, add --without-audit-entry.`;
}
