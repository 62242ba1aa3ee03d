import { Module } from '@nestjs/common';
import { GetStatus } from './get-status.js';
import { SetStatus } from './set-status.js';
import { StatusController } from './status.controller.js';

@Module({
  controllers: [StatusController],
  providers: [GetStatus, SetStatus],
})
export class StatusModule {}
