import { Module } from '@nestjs/common';
import { DecidingModule } from '../deciding/deciding.module.js';
import { FollowLog } from './follow-log.js';
import { FollowOrganization } from './follow-organization.js';
import { NotificationChannels } from './notification-channel.js';

/** For each way in which people are told: its class adds itself to `NotificationChannels`. */
@Module({ imports: [DecidingModule], providers: [NotificationChannels, FollowOrganization, FollowLog], exports: [NotificationChannels] })
export class FollowingModule {}
