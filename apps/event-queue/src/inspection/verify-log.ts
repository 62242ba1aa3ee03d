import { Injectable } from '@nestjs/common';
import type { InputOf, LoggedEvent, OutputOf } from '@parley/contracts';
import { MAX_VERIFIED_EVENTS, type verifyLog } from '@parley/contracts/event-queue';
import { DOMAIN_EVENTS } from '@parley/contracts/registry';
import { LogReader } from '@parley/event-log';

type Output = OutputOf<typeof verifyLog>;
type Fault = Output['faults'][number];

/** Verifies that a part of the log is complete: no seq is missing, and each payload matches its event type. */
@Injectable()
export class VerifyLog {
  constructor(private readonly log: LogReader) {}

  async execute({ organizationId, from, to }: InputOf<typeof verifyLog>): Promise<Output> {
    const heads = await this.log.heads([organizationId]);
    const newestSeq = heads.get(organizationId)?.seq ?? 0;
    const last = Math.min(to ?? newestSeq, newestSeq);
    const rows = await this.log.after(organizationId, (from ?? 1) - 1, MAX_VERIFIED_EVENTS);
    const events = rows.filter((event) => event.seq <= last);
    const firstSeq = events[0]?.seq ?? null;
    // A full page ends with its last event. A shorter page contains everything up to the end.
    const checkedTo = rows.length === MAX_VERIFIED_EVENTS ? Math.min(rows.at(-1)?.seq ?? last, last) : last;
    const expectedFrom = from ?? firstSeq ?? last + 1;
    return { firstSeq, checkedTo, newestSeq, events: events.length, faults: [...gaps(events, expectedFrom, checkedTo), ...faulty(events)] };
  }
}

/** Positions where a seq is not the previous one + 1. */
function gaps(events: readonly LoggedEvent[], from: number, to: number): Fault[] {
  const places = [...events.map((event) => event.seq), to + 1];
  return places.flatMap((seq, index) => {
    const expected = index === 0 ? from : (places[index - 1] ?? 0) + 1;
    if (seq <= expected) return [];
    const missing = seq - expected;
    return [{ seq: expected, fault: missing === 1 ? 'is missing' : `is missing, with the ${missing - 1} after it` }];
  });
}

/** Reports the path of the error in the payload, never the content. */
function faulty(events: readonly LoggedEvent[]): Fault[] {
  return events.flatMap(({ seq, type, payload }) => {
    const declared = DOMAIN_EVENTS.get(type);
    if (declared === undefined) return [{ seq, fault: `has the unknown type ${type}` }];
    const parsed = declared.payload.safeParse(payload);
    if (parsed.success) return [];
    const [issue] = parsed.error.issues;
    return [{ seq, fault: `is no ${type}: ${issue?.path.join('.') || 'payload'} (${issue?.code ?? 'invalid'})` }];
  });
}
