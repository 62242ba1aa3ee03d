import { Module } from '@nestjs/common';
import { EventCache } from './event-cache.js';
import { EventRegistry } from './event-registry.js';

@Module({
  providers: [{ provide: EventRegistry, useFactory: () => new EventRegistry() }, EventCache],
  exports: [EventRegistry, EventCache],
})
export class EventCacheModule {}
