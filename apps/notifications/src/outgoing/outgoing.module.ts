import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { FollowingModule } from '../following/following.module.js';
import { CallProgram } from './call-program.js';
import { CallPrograms } from './call-programs.js';
import { OutgoingWebhooks } from './outgoing-webhooks.js';

@Module({ imports: [FollowingModule], providers: [CallProgram, CallPrograms, OrganizationAddresses, OutgoingWebhooks] })
export class OutgoingModule {}
