import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { isExpensive, type Rendered, type RenderJob, RenderThread, renderJob, renderPlain } from '@parley/markdown';
import { CONFIG, FairGate, METRICS, Runtime } from '@parley/runtime';
import type { MessagingConfig } from '../config.js';

/** Maximum number of texts that wait for a thread, over all organizations. */
const MAX_WAITING = 200;
/** Ends before the deadline of a send, so that its caller receives the error. */
const MAX_WAIT_MS = 3_000;
/** A cold thread on a busy machine takes seconds to load. Until it is ready, texts are rendered in the main thread, one at a time. */
const START_PATIENCE_MS = 1_500;
/** How often a change is restarted because names in its text changed meanwhile. */
const MAX_TRIES = 4;

type Config = Pick<MessagingConfig, 'RENDER_THREADS' | 'RENDER_BUDGET_MS'>;

/** The user for whom a text is rendered. */
interface Writer {
  readonly organizationId: number;
  readonly userId: number;
}

/** Renders a text at once, or aborts the surrounding change. */
export type RenderInChange = (job: RenderJob) => Rendered;

/** Aborts a change whose text must be rendered first. */
class RenderingNeeded extends Error {
  constructor(readonly job: RenderJob) {
    super('the text is not rendered yet');
  }
}

/**
 * Renders messages. Simple texts are rendered where they are needed. Expensive ones are rendered in threads, so that they never block the
 * event loop. Threads serve organizations and users in turns. A text that exceeds its budget of processor time is shown as plain text
 * (docs/adr/0026).
 */
@Injectable()
export class MessageRenderer implements OnApplicationShutdown {
  private readonly gate: FairGate;
  private readonly idle: RenderThread[];
  private readonly threads: readonly RenderThread[];
  private readonly budgetMs: number;
  private readonly plain;

  constructor(
    @Inject(CONFIG) { RENDER_THREADS: threads, RENDER_BUDGET_MS: budgetMs }: Config,
    private readonly runtime: Runtime,
  ) {
    this.budgetMs = budgetMs;
    this.threads = Array.from({ length: threads }, () => new RenderThread());
    this.idle = [...this.threads];
    this.gate = new FairGate({
      atOnce: threads,
      perOrganization: Math.max(1, threads - 1),
      perPerson: 1,
      maxWaiting: MAX_WAITING,
    });
    this.plain = runtime.metrics.counter(METRICS.plainTexts);
  }

  /** Starts the threads, so that the first expensive text does not wait for them. */
  async startThreads(): Promise<void> {
    await Promise.all(this.threads.map((thread) => this.isReady(thread)));
  }

  /** @throws ApiError SERVICE_UNAVAILABLE while too many expensive texts wait */
  async render(writer: Writer, job: RenderJob): Promise<Rendered> {
    if (!isExpensive(job)) return renderJob(job);
    const requester = { organizationId: writer.organizationId, personId: writer.userId };
    return this.gate.run(requester, () => this.renderInThread(job), { deadlineAt: Date.now() + MAX_WAIT_MS });
  }

  /**
   * Runs a change that renders a text. A change holds locks and must not wait for a thread: if its text is expensive, it is rolled back and
   * runs again with the rendered text. If names in the text changed meanwhile, the text is rendered once more.
   */
  async around<T>(writer: Writer, change: (render: RenderInChange) => Promise<T>): Promise<T> {
    let known: { readonly key: string; readonly rendered: Rendered } | undefined;
    const render = (job: RenderJob) => {
      if (!isExpensive(job)) return renderJob(job);
      if (known?.key !== JSON.stringify(job)) throw new RenderingNeeded(job);
      return known.rendered;
    };
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        return await change(render);
      } catch (error) {
        if (!(error instanceof RenderingNeeded)) throw error;
        known = { key: JSON.stringify(error.job), rendered: await this.render(writer, error.job) };
      }
    }
    throw apiErrors.unavailable();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private async renderInThread(job: RenderJob): Promise<Rendered> {
    const thread = this.idle.pop();
    if (thread === undefined) throw new Error('more texts were admitted than threads exist');
    try {
      if (!(await this.isReady(thread))) return renderJob(job);
      const rendered = await thread.render(job, this.budgetMs);
      if (rendered !== undefined) return rendered;
      this.plain.inc();
      return renderPlain(job.source);
    } finally {
      this.idle.push(thread);
    }
  }

  private async isReady(thread: RenderThread): Promise<boolean> {
    try {
      return await thread.isReadyWithin(START_PATIENCE_MS);
    } catch (err) {
      this.runtime.logger.error({ err }, 'failed to start a rendering thread');
      return false;
    }
  }
}
