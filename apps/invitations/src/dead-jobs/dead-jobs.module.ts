import { Module } from '@nestjs/common';
import { JobsController } from './jobs.controller.js';
import { RetryDeadJobs } from './retry-dead-jobs.js';
import { ShowDeadJobs } from './show-dead-jobs.js';

@Module({
  controllers: [JobsController],
  providers: [RetryDeadJobs, ShowDeadJobs],
})
export class DeadJobsModule {}
