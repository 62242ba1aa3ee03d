import { Injectable } from '@nestjs/common';
import { idRangeBegun } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { Runtime } from '@parley/runtime';

/**
 * Behind each logged event there is room for 32,768 ids of events without a log entry. In an organization where nothing else happens they
 * would run out: before they do, an event is logged that nobody hears, and a new range begins behind it.
 */
@Injectable()
export class IdRanges {
  /** By organization, the seq whose range this process has left behind. */
  private readonly left = new Map<number, number>();

  constructor(
    private readonly eventLog: EventLog,
    private readonly runtime: Runtime,
  ) {}

  /** Call it when few ids are left behind `seq`, as often as you like. Nobody waits for it: what fails is tried with the next event. */
  renew(organizationId: number, seq: number): void {
    if (this.left.get(organizationId) === seq) return;
    this.left.set(organizationId, seq);
    this.begin(organizationId, seq).catch((err: unknown) => {
      this.left.delete(organizationId);
      this.runtime.logger.warn({ err, organizationId }, 'no new range of event ids');
    });
  }

  /** Nothing where something was logged since: several replicas may try. */
  private begin(organizationId: number, seq: number): Promise<void> {
    return this.eventLog.change(organizationId, async (tx, log) => {
      if ((await newestSeq(tx, organizationId)) === seq) log.append(idRangeBegun, {});
    });
  }
}

async function newestSeq(tx: Tx, organizationId: number): Promise<number> {
  const { seq } = await tx.organizationCounter.findUniqueOrThrow({ where: { organizationId }, select: { seq: true } });
  return Number(seq);
}
