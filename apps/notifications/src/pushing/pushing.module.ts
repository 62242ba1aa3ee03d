import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { FollowingModule } from '../following/following.module.js';
import { DeliverPushes } from './deliver-pushes.js';
import { PushChannel } from './push-channel.js';
import { PushGateway } from './push-gateway.js';
import { PushingController } from './pushing.controller.js';
import { SendDelivery } from './send-delivery.js';
import { TestNotification } from './test-notification.js';

@Module({
  imports: [FollowingModule],
  controllers: [PushingController],
  providers: [DeliverPushes, OrganizationAddresses, PushChannel, PushGateway, SendDelivery, TestNotification],
})
export class PushingModule {}
