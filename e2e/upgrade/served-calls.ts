import { serviceNames } from '../../tools/src/suite/services.js';
import type { Suite } from '../../tools/src/suite/suite.js';
import { waitUntil } from '../../tools/src/supervise/wait-until.js';

const DEADLINE_MS = 120_000;
const BETWEEN_LOOKS_MS = 500;

/** It follows the event log. No client calls it. */
const NOTIFICATIONS = 'notifications';

interface Served {
  /** Calls, or requests of a gateway, that it has answered. */
  readonly calls: number;
  /** Logged events that it fanned out, and that it skipped because it does not know them. 0 for other services than event-queue. */
  readonly fannedOut: number;
  readonly skipped: number;
}

/** Logged events that notifications took, and those that it gave up. */
interface Notified {
  readonly taken: number;
  readonly givenUp: number;
}

/** What each process of a service has done, also after its end. */
export class ServedCalls {
  private readonly served = new Map<string, Served>();
  private readonly notifiedBy = new Map<string, Notified>();

  constructor(private readonly suite: Suite) {}

  /** By the names of the processes, as of the last look. */
  get byName(): ReadonlyMap<string, Served> {
    return this.served;
  }

  /** Of all processes of notifications, as of the last look. */
  get notified(): Notified {
    const all = [...this.notifiedBy.values()];
    return {
      taken: all.reduce((sum, { taken }) => sum + taken, 0),
      givenUp: all.reduce((sum, { givenUp }) => sum + givenUp, 0),
    };
  }

  /** Reads the metrics of all running processes. Needed before one of them ends. */
  async look(): Promise<void> {
    const running = this.suite.instances.filter(({ service }) => serviceNames.some((name) => name === service));
    await Promise.all(
      running.map(async ({ name, service, readyUrl }) => {
        const metrics = await (await fetch(new URL('/metrics', readyUrl))).text();
        if (service === NOTIFICATIONS) {
          const outcome = (label: string) => sumOf(metrics, 'parley_notification_events_total', `outcome="${label}"`);
          this.notifiedBy.set(name, { taken: outcome('taken'), givenUp: outcome('given_up') });
          return;
        }
        const calls = sumOf(metrics, service === 'gateway' ? 'parley_http_request_seconds_count' : 'parley_rpc_handler_seconds_count');
        const fannedOut = sumOf(metrics, 'parley_fan_out_events_total');
        this.served.set(name, { calls, fannedOut, skipped: sumOf(metrics, 'parley_fan_out_skipped_events_total') });
      }),
    );
  }

  /**
   * Resolves when every running process has answered this many calls from now on.
   * @throws Error that names the processes that have not
   */
  async untilEachServes(calls: number): Promise<void> {
    await this.look();
    const before = new Map(this.served);
    let idle: string[] = [];
    const haveAll = async () => {
      await this.look();
      const running = this.suite.instances.flatMap(({ name }) => (this.served.has(name) ? [name] : []));
      idle = running.filter((name) => this.callsOf(this.served, name) < this.callsOf(before, name) + calls);
      return idle.length === 0;
    };
    if (!(await waitUntil(haveAll, DEADLINE_MS, BETWEEN_LOOKS_MS))) throw new Error(`served fewer than ${calls} calls: ${idle.join(', ')}`);
  }

  private callsOf(served: ReadonlyMap<string, Served>, name: string): number {
    return served.get(name)?.calls ?? 0;
  }
}

/** The sum of a counter over its labels, or over those lines that have a certain one. */
function sumOf(metrics: string, name: string, label = ''): number {
  const lines = metrics.split('\n').filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
