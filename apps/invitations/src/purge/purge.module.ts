import { Module } from '@nestjs/common';
import { PurgeController } from './purge.controller.js';
import { PurgeInvitations } from './purge-invitations.js';

@Module({ controllers: [PurgeController], providers: [PurgeInvitations] })
export class PurgeModule {}
