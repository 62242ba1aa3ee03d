import { verifyLog } from '@parley/contracts/event-queue';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';

/** The range to check. Undefined means from the oldest event in the log, or up to the newest. */
export interface LogRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Verifies that the log of an organization is complete and that each event can be parsed. */
export class VerifyLog {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, { from, to }: LogRange): Promise<Answer> {
    const { id: organizationId } = await findOrganization(this.suite, stringId);
    const faults: { seq: number; fault: string }[] = [];
    let events = 0;
    let firstSeq: number | null = null;
    let next: number | null = from ?? null;
    let end: number;
    let checkedTo: number;
    do {
      const part = await this.suite.callAsSystem(verifyLog, { organizationId, from: next, to: to ?? null });
      faults.push(...part.faults);
      events += part.events;
      firstSeq ??= part.firstSeq;
      end = Math.min(to ?? part.newestSeq, part.newestSeq);
      checkedTo = part.checkedTo;
      next = checkedTo + 1;
    } while (checkedTo < end);
    const read = events === 0 ? 'The log holds no event there.' : `${events} events from ${firstSeq ?? checkedTo} to ${checkedTo} read.`;
    const rows = faults.map(({ seq, fault }) => [String(seq), fault]);
    return {
      text: faults.length === 0 ? `${read} No fault.` : `${read}\n${table(['seq', 'fault'], rows)}`,
      json: { events, first_seq: firstSeq, checked_to: checkedTo, faults },
      isFault: faults.length > 0,
    };
  }
}
