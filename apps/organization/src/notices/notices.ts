import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Notice, notice, SYSTEM_VISITOR, sendNotice } from '@parley/contracts';
import { Jobs, job } from '@parley/jobs';
import { RpcClient } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';

const sendNotices = job(
  'organization-send-notices',
  z.object({
    organizationId: z.int(),
    /** Names this change: a notice that was sent is not sent again when the job runs again. */
    key: z.string(),
    notices: z.array(notice),
  }),
  // Until messaging has been away for a quarter of an hour.
  { attempts: 10 },
);

/** Has the notification bot tell of a change that is committed, in order, however often messaging must be asked. */
@Injectable()
export class Notices implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly rpc: RpcClient,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(sendNotices, async ({ organizationId, key, notices }) => {
      for (const [place, each] of notices.entries()) {
        await this.rpc.call(sendNotice, { organizationId, key: `${key}-${place}`, notice: each }, SYSTEM_VISITOR);
      }
    });
  }

  /** Does not wait: the change stands, whether it can be told or not. */
  send(organizationId: number, notices: readonly Notice[]): void {
    if (notices.length === 0) return;
    const key = randomUUID();
    this.jobs.enqueue(sendNotices, { organizationId, key, notices: [...notices] }, key).catch((err: unknown) => {
      this.runtime.logger.error({ err, organizationId, notices: notices.length }, 'notices of a change are lost');
    });
  }
}
