import { Global, Module } from '@nestjs/common';
import { EventLog } from './event-log.js';
import { LogReader } from './log-reader.js';

@Global()
@Module({ providers: [EventLog, LogReader], exports: [EventLog, LogReader] })
export class EventLogModule {}
