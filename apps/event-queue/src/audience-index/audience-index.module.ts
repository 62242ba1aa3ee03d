import { Module } from '@nestjs/common';
import { QueuesModule } from '../queues/queues.module.js';
import { BuildIndex } from './build-index.js';

@Module({ imports: [QueuesModule], providers: [BuildIndex], exports: [BuildIndex] })
export class AudienceIndexModule {}
