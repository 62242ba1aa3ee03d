import type { InputOf, OutputOf } from '@parley/contracts';
import { type AuditEntry, readAuditLog } from '@parley/contracts/organization';
import { findAccount } from '../accounts/find-account.js';
import { CommandError } from '../command-error.js';
import { allOrganizations } from '../organizations/all-organizations.js';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';

export interface AuditOptions {
  /** String id. */
  readonly organization?: string;
  /** Seconds since the epoch. */
  readonly since?: number;
  readonly actor?: string;
  readonly kind?: string;
  readonly limit: number;
}

const TITLES = ['time', 'organization', 'kind', 'subject', 'by', 'changes'];

/** Shows the audit log of one organization or of all. */
export class ReadAudit {
  constructor(private readonly suite: RunningSuite) {}

  async execute({ organization, actor, since, kind, limit }: AuditOptions): Promise<Answer> {
    if (actor !== undefined && organization === undefined) throw new CommandError('--actor needs --organization.');
    const organizationId = organization === undefined ? null : (await findOrganization(this.suite, organization)).id;
    const actorId =
      actor === undefined || organization === undefined ? undefined : (await findAccount(this.suite, organization, actor)).account.userId;
    const { entries, hasMore } = await this.read({
      organizationId,
      limit,
      ...(kind !== undefined && { kind }),
      ...(since !== undefined && { since }),
      ...(actorId !== undefined && { actorId }),
    });
    const organizations = await allOrganizations(this.suite);
    const names = new Map(organizations.map(({ id, stringId }) => [id, stringId]));
    const nameOf = (id: number) => names.get(id) ?? String(id);
    const shown = table(
      TITLES,
      entries.map((entry) => row(nameOf(entry.organizationId), entry)),
    );
    return {
      text: hasMore ? `${shown}\n(older entries exist: --limit)` : shown,
      json: entries.map(({ organizationId: id, ...entry }) => ({ organization: nameOf(id), ...entry })),
    };
  }

  /** Of one organization, or of those of all cells together. */
  private async read(question: InputOf<typeof readAuditLog>): Promise<OutputOf<typeof readAuditLog>> {
    if (question.organizationId !== null) return this.suite.callAsSystem(readAuditLog, question);
    const ofCells = (await this.suite.callInEachCell(readAuditLog, question)).map(({ answer }) => answer);
    const [only, ...others] = ofCells;
    if (only !== undefined && others.length === 0) return only;
    const entries = ofCells.flatMap((answer) => answer.entries).sort((a, b) => b.timestamp - a.timestamp);
    return {
      entries: entries.slice(0, question.limit),
      hasMore: entries.length > question.limit || ofCells.some(({ hasMore }) => hasMore),
    };
  }
}

function row(organization: string, entry: AuditEntry): string[] {
  const time = new Date(entry.timestamp * 1000).toISOString();
  const by = entry.actor_id === null ? entry.actor_type : `${entry.actor_type} ${entry.actor_id}`;
  return [time, organization, entry.kind, entry.subject ?? '', entry.address === null ? by : `${by} at ${entry.address}`, changesOf(entry)];
}

function changesOf({ changes, count }: AuditEntry): string {
  const parts = Object.entries(changes).map(([field, change]) => `${field}: ${change.hidden === true ? 'changed' : shownChange(change)}`);
  return [...parts, ...(count > 1 ? [`${count} times`] : [])].join('; ');
}

function shownChange(change: AuditEntry['changes'][string]): string {
  if ('old' in change && 'new' in change) return `${JSON.stringify(change.old)} -> ${JSON.stringify(change.new)}`;
  // A setting without a value has the initial one.
  if ('old' in change) return `${JSON.stringify(change.old)} -> initial value`;
  if ('new' in change) return JSON.stringify(change.new);
  if ('added' in change) return `added ${JSON.stringify(change.added)}`;
  return `removed ${JSON.stringify(change.removed ?? null)}`;
}
