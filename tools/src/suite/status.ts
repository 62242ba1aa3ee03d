import { isReady } from '../supervise/is-ready.js';
import { isAlive } from '../supervise/process-identity.js';
import { shownUrl } from '../supervise/process-plan.js';
import { serviceNames } from './services.js';
import { readRecord } from './suite-record.js';

/** One line of `npm run status -- --json`. */
export interface ProcessStatus {
  readonly name: string;
  /** null for a store given by URL, and for a process that is down. */
  readonly pid: number | null;
  readonly healthy: boolean;
  /** The address for its users, without credentials. */
  readonly url: string;
  /** Only of a service: the address for Prometheus. */
  readonly metricsUrl?: string;
  /** Only of a service with the job board. */
  readonly jobBoardUrl?: string;
}

/** The current state of each process of a data directory. Empty if nothing was started or everything was stopped. */
export async function statusOf(directory: string): Promise<ProcessStatus[]> {
  const record = readRecord(directory);
  const all = await Promise.all(
    (record?.processes ?? []).map(async ({ name, identity, isGiven, url, readyUrl }) => {
      const lives = identity !== undefined && isAlive(identity);
      const healthy = (lives || isGiven) && (await isReady(readyUrl));
      return { name, pid: lives ? identity.pid : null, healthy, url: shownUrl(url), ...managementPagesOf(name, readyUrl) };
    }),
  );
  // After a crash of the whole machine only the record is left.
  const supervised = record !== undefined && isAlive(record.supervisor);
  return supervised ? all : all.filter(({ pid }) => pid !== null);
}

/** The pages on the management port of a service. */
function managementPagesOf(name: string, readyUrl: string): Pick<ProcessStatus, 'metricsUrl' | 'jobBoardUrl'> {
  const own = name.replace(/-\d+$/, '').replace(/^cell-\d+-/, '');
  const service = [...serviceNames, 'directory'].find((known) => own === known);
  if (service === undefined) return {};
  const metricsUrl = new URL('/metrics', readyUrl).href;
  return service === 'invitations' ? { metricsUrl, jobBoardUrl: new URL('/jobs', readyUrl).href } : { metricsUrl };
}

/** The readable output of `npm run status`. */
export function statusLines(processes: readonly ProcessStatus[]): string[] {
  const longest = Math.max(16, ...processes.map(({ name }) => name.length));
  const widest = Math.max(...processes.map(({ url }) => url.length));
  return processes.map(({ name, pid, healthy, url, metricsUrl, jobBoardUrl }) => {
    const pages = [metricsUrl, jobBoardUrl].filter((page) => page !== undefined).join('  ');
    const line = `${name.padEnd(longest)} ${String(pid ?? '-').padStart(8)}  ${healthy ? 'healthy  ' : 'unhealthy'}  ${url.padEnd(widest)}  ${pages}`;
    return line.trimEnd();
  });
}
