import { Module } from '@nestjs/common';
import { AddPushToken } from './add-push-token.js';
import { AddWebPushSubscription } from './add-web-push-subscription.js';
import { DevicesController } from './devices.controller.js';
import { DropPushTokens } from './drop-push-tokens.js';
import { ForgetPushDevices } from './forget-push-devices.js';
import { RegisterClientDevice } from './register-client-device.js';
import { RegisterPushDevice } from './register-push-device.js';
import { RemoveClientDevice } from './remove-client-device.js';
import { RemovePushToken } from './remove-push-token.js';

@Module({
  controllers: [DevicesController],
  providers: [
    AddPushToken,
    AddWebPushSubscription,
    DropPushTokens,
    ForgetPushDevices,
    RegisterClientDevice,
    RegisterPushDevice,
    RemoveClientDevice,
    RemovePushToken,
  ],
})
export class DevicesModule {}
