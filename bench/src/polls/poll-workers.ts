import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Person } from '../prepare/places.js';
import type { Target } from '../target.js';
import type { Order, Report } from './poll-worker.js';

interface Child {
  readonly process: ChildProcess;
  readonly target: Target;
  /** Rejects when the process ends. */
  readonly ended: Promise<never>;
}

/** One process for each gateway, which holds its share of the polls. */
export class PollWorkers {
  private constructor(private readonly children: readonly Child[]) {}

  static start(target: Target): PollWorkers {
    const gateways = target.processes.filter(({ service }) => service === 'gateway');
    const program = fileURLToPath(new URL('./poll-worker.js', import.meta.url));
    return new PollWorkers(
      gateways.map(({ url }) => {
        const child = fork(program);
        const ended = once(child, 'exit').then(([code, signal]): never => {
          throw new Error(`a process that holds polls ended: ${code ?? signal}`);
        });
        // It is awaited with each order.
        ended.catch(() => undefined);
        return { process: child, target: { ...target, base_url: url }, ended };
      }),
    );
  }

  /** A queue for each of these, in turns at the gateways. */
  register(people: readonly Person[]): Promise<Report> {
    return this.all(({ target }, n) => ({
      do: 'register',
      work: { target, people: people.filter((_, place) => place % this.children.length === n) },
    }));
  }

  hold(): Promise<Report> {
    return this.all(() => ({ do: 'hold' }));
  }

  report(): Promise<Report> {
    return this.all(() => ({ do: 'report' }));
  }

  stop(): void {
    for (const child of this.children) child.process.kill('SIGKILL');
  }

  private async all(orderOf: (child: Child, n: number) => Order): Promise<Report> {
    const reports = await Promise.all(
      this.children.map(async (child, n): Promise<Report> => {
        const answered = once(child.process, 'message');
        child.process.send(orderOf(child, n));
        const [report] = await Promise.race([answered, child.ended]);
        return report;
      }),
    );
    const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0);
    return {
      queues: sum(({ queues }) => queues),
      received: sum(({ received }) => received),
      repeated: sum(({ repeated }) => repeated),
      retried: sum(({ retried }) => retried),
      failures: reports.flatMap(({ failures }) => failures),
    };
  }
}
