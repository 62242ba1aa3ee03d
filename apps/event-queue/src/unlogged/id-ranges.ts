import { Injectable } from '@nestjs/common';
import { idRangeBegun } from '@parley/contracts';
import { EventLog, headOf, type LogPosition } from '@parley/event-log';
import { Runtime } from '@parley/runtime';

/**
 * Behind each logged event there is room for 32,768 ids of events without a log entry. In an organization where nothing else happens they
 * would run out: before they do, an event is logged that nobody hears, and a new range begins behind it.
 */
@Injectable()
export class IdRanges {
  /** By organization, the position whose range this process has left behind. */
  private readonly left = new Map<number, LogPosition>();

  constructor(
    private readonly eventLog: EventLog,
    private readonly runtime: Runtime,
  ) {}

  /** Call it when few ids are left behind the position, as often as you like. It does not wait: what fails is tried with the next event. */
  renew(organizationId: number, at: LogPosition): void {
    const left = this.left.get(organizationId);
    if (left !== undefined && isSame(left, at)) return;
    this.left.set(organizationId, at);
    this.begin(organizationId, at).catch((err: unknown) => {
      this.left.delete(organizationId);
      this.runtime.logger.warn({ err, organizationId }, 'failed to allocate a range of event ids');
    });
  }

  /** Nothing where something was logged since: several replicas may try. */
  private begin(organizationId: number, at: LogPosition): Promise<void> {
    return this.eventLog.change(organizationId, async (tx, log) => {
      if (isSame(await headOf(tx, organizationId), at)) log.append(idRangeBegun, {});
    });
  }
}

function isSame(a: LogPosition, b: LogPosition): boolean {
  return a.seq === b.seq && a.incarnation === b.incarnation;
}
