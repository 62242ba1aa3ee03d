import { Global, Module } from '@nestjs/common';
import { EventLog } from './event-log.js';
import { LogReader } from './log-reader.js';
import { OutboxRelay } from './outbox-relay.js';

@Global()
@Module({ providers: [EventLog, LogReader, OutboxRelay], exports: [EventLog, LogReader] })
export class EventLogModule {}
