import { Module } from '@nestjs/common';
import { BeginPurge } from './begin-purge.js';
import { EndPurge } from './end-purge.js';
import { PurgeController } from './purge.controller.js';
import { PurgeAcceptances } from './purge-acceptances.js';
import { PurgePeople } from './purge-people.js';

@Module({ controllers: [PurgeController], providers: [BeginPurge, EndPurge, PurgeAcceptances, PurgePeople] })
export class PurgeModule {}
