import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type OperatorConfig, Runtime } from '@parley/runtime';
import { JobQueues } from '../job-queues.js';
import type { JobsBoard, Operator } from './jobs-board.js';

const PATH = '/jobs';
const DISABLED = 'The job board is off. To enable it, set OPERATOR_USER and OPERATOR_PASSWORD (docs/operations.md, "Jobs").\n';

/** The job board on the management port of this process, if the environment has an operator's login. Needs JobsModule. */
@Module({})
export class JobsBoardModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private board: Promise<JobsBoard> | undefined;

  constructor(
    private readonly queues: JobQueues,
    private readonly runtime: Runtime,
    @Inject(CONFIG) private readonly config: OperatorConfig,
  ) {}

  onApplicationBootstrap(): void {
    const { OPERATOR_USER: user, OPERATOR_PASSWORD: password } = this.config;
    if (user === undefined || password === undefined) {
      this.runtime.managementPages.add(PATH, (_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end(DISABLED));
      return;
    }
    this.runtime.managementPages.add(PATH, (request, response) => void this.answer({ user, password }, request, response));
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.board)?.close();
  }

  private async answer(operator: Operator, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      this.board ??= this.open(operator);
      (await this.board).answer(request, response);
    } catch (err) {
      this.board = undefined;
      this.runtime.logger.error({ err }, 'failed to open the job board');
      response.writeHead(500, { 'content-type': 'text/plain' }).end('The job board could not be opened. See the log.\n');
    }
  }

  /** Loaded when an operator first opens it, because the web server and the viewer take 15 MB. */
  private async open(operator: Operator): Promise<JobsBoard> {
    const { JobsBoard } = await import('./jobs-board.js');
    return JobsBoard.open(PATH, this.queues, operator);
  }
}
