import { Global, Module } from '@nestjs/common';
import { EventLog } from './event-log.js';
import { LogReader } from './log-reader.js';
import { OwedCalls } from './owed-calls.js';

@Global()
@Module({ providers: [EventLog, LogReader, OwedCalls], exports: [EventLog, LogReader] })
export class EventLogModule {}
