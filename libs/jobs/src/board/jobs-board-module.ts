import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type OperatorConfig, Runtime } from '@parley/runtime';
import { JobQueues } from '../job-queues.js';
import type { JobsBoard } from './jobs-board.js';

const PATH = '/jobs';
const DISABLED = 'The job board is off. To enable it, set OPERATOR_USER and OPERATOR_PASSWORD (docs/operations.md, "Jobs").\n';

/** The job board on the management port of this process, if the environment has an operator's login. Needs JobsModule. */
@Module({})
export class JobsBoardModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private board: JobsBoard | undefined;

  constructor(
    private readonly queues: JobQueues,
    private readonly runtime: Runtime,
    @Inject(CONFIG) private readonly config: OperatorConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { OPERATOR_USER: user, OPERATOR_PASSWORD: password } = this.config;
    if (user === undefined || password === undefined) {
      this.runtime.innerPages.add(PATH, (_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end(DISABLED));
      return;
    }
    // Loaded only if enabled: other processes with jobs need no web server.
    const { JobsBoard } = await import('./jobs-board.js');
    const board = await JobsBoard.open(PATH, this.queues, { user, password });
    this.board = board;
    this.runtime.innerPages.add(PATH, board.answer);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.board?.close();
  }
}
