import { Module } from '@nestjs/common';
import { AddPushToken } from './add-push-token.js';
import { DevicesController } from './devices.controller.js';
import { RegisterClientDevice } from './register-client-device.js';
import { RemoveClientDevice } from './remove-client-device.js';
import { RemovePushToken } from './remove-push-token.js';

@Module({
  controllers: [DevicesController],
  providers: [AddPushToken, RegisterClientDevice, RemoveClientDevice, RemovePushToken],
})
export class DevicesModule {}
