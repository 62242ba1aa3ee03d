import { Injectable } from '@nestjs/common';
import { idRangeBegun } from '@parley/contracts/event-queue';
import { EventLog, headOf, type LogPosition } from '@parley/event-log';
import { Runtime } from '@parley/runtime';

/**
 * Each logged event is followed by 32,768 ids for ephemeral events. If nothing else is logged in an organization, they would run out.
 * Before that, an event without recipients is logged, which begins a new range.
 */
@Injectable()
export class EphemeralIdRanges {
  /** By organization, the position whose range this process is replacing or has replaced. */
  private readonly left = new Map<number, LogPosition>();

  constructor(
    private readonly eventLog: EventLog,
    private readonly runtime: Runtime,
  ) {}

  /**
   * To be called when few ids are left after the position; repeated calls are harmless. It does not wait: a failure is retried with the
   * next event.
   */
  renew(organizationId: number, at: LogPosition): void {
    const left = this.left.get(organizationId);
    if (left !== undefined && isSame(left, at)) return;
    this.left.set(organizationId, at);
    this.begin(organizationId, at).catch((err: unknown) => {
      this.left.delete(organizationId);
      this.runtime.logger.warn({ err, organizationId }, 'failed to allocate a range of event ids');
    });
  }

  /** Does nothing if something was logged since: several replicas may try. */
  private begin(organizationId: number, at: LogPosition): Promise<void> {
    return this.eventLog.change(organizationId, async (tx, log) => {
      if (isSame(await headOf(tx, organizationId), at)) log.append(idRangeBegun, {});
    });
  }
}

function isSame(a: LogPosition, b: LogPosition): boolean {
  return a.seq === b.seq && a.incarnation === b.incarnation;
}
