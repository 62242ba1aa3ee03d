import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Progress, Row, Scale } from '../report/row.js';
import { summarize } from '../stats.js';
import { authorization, type Person, type Target } from '../target.js';
import { fillOrganization } from './fill-organization.js';

const PEOPLE = 1_000;
const CHANNELS = 200;
const SAMPLE_MS = 250;
const AFTER_RESET_MS = 1_000;

interface Outcome {
  readonly latencies: number[];
  refused: number;
  /** Connections that the system reset because too many arrived at once. */
  reset: number;
}

/**
 * All clients reconnect at once, each with its own connection, and register with all fields. A client that receives 429 or 503 retries after
 * Retry-After, one whose connection was reset a second later; any other response ends the run. Measures the time until all are registered, the
 * number of rejections and resets, and the peak memory of each process.
 */
export async function measureRegisterCrowd(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  await fillOrganization(target, people, { size: PEOPLE, channels: CHANNELS });
  const count = scale.returning;
  progress(`${count} clients come back at once`);
  const peaks = new Peaks(target);
  const outcome: Outcome = { latencies: [], refused: 0, reset: 0 };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: count }, (_, n) => reconnect(target, people[n % people.length], outcome)));
  const tookMs = performance.now() - startedAt;
  const { p50, p95, p99 } = summarize(outcome.latencies, tookMs);
  const crowd = `${count} clients back at once, sent away ${outcome.refused} times, reset ${outcome.reset}`;
  return [
    { scenario: `${crowd}: until registered`, measured: { p50, p95, p99, perSecond: (count * 1000) / tookMs } },
    ...peaks.end().map(({ name, kilobytes }) => ({ scenario: `peak memory meanwhile, ${name}`, measured: { kilobytes } })),
  ];
}

async function reconnect(target: Target, person: Person | undefined, outcome: Outcome): Promise<void> {
  if (person === undefined) throw new Error('no user to register as');
  const startedAt = performance.now();
  for (;;) {
    const answer = await register(target, person);
    if (answer === 'reset') {
      outcome.reset += 1;
      await delay(AFTER_RESET_MS);
      continue;
    }
    const { status, retryAfter } = answer;
    if (status === 200) break;
    if ((status !== 429 && status !== 503) || !(retryAfter > 0)) throw new Error(`answered ${status}, Retry-After ${retryAfter}`);
    outcome.refused += 1;
    await delay(retryAfter * 1000);
  }
  outcome.latencies.push(performance.now() - startedAt);
}

/** The response is discarded, because the memory of the clients is not measured. */
function register(target: Target, person: Person): Promise<{ status: number; retryAfter: number } | 'reset'> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: authorization(person), 'content-length': '0' };
    const outgoing = request(`${target.base_url}/api/v1/register`, { method: 'POST', agent: false, headers }, (incoming) => {
      incoming.resume();
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, retryAfter: Number(incoming.headers['retry-after']) }));
      incoming.on('error', reject);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve('reset') : reject(error)));
    outgoing.end();
  });
}

/** Peak memory of each process of the suite. */
class Peaks {
  private readonly peaks = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly target: Target) {
    this.timer = setInterval(() => this.sample(), SAMPLE_MS);
  }

  end(): { name: string; kilobytes: number }[] {
    clearInterval(this.timer);
    this.sample();
    return [...this.peaks]
      .map(([name, kilobytes]) => ({ name, kilobytes }))
      .filter(({ name }) => /^(event-queue|gateway|organization)/.test(name));
  }

  private sample(): void {
    const listed = execFileSync('ps', ['-o', 'pid=,rss=', '-p', this.target.processes.map(({ pid }) => pid).join(',')], {
      encoding: 'utf8',
    });
    for (const line of listed.trim().split('\n')) {
      const [pid, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
      const name = this.target.processes.find((process) => process.pid === pid)?.name;
      if (name !== undefined) this.peaks.set(name, Math.max(this.peaks.get(name) ?? 0, kilobytes));
    }
  }
}
