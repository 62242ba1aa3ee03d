import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  addApnsToken,
  addFcmToken,
  addWebPushSubscription,
  dropPushTokens,
  forgetPushDevices,
  registerClientDevice,
  registerPushDevice,
  removeApnsToken,
  removeClientDevice,
  removeFcmToken,
  removeWebPushSubscription,
} from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { AddPushToken } from './add-push-token.js';
import { AddWebPushSubscription } from './add-web-push-subscription.js';
import { DropPushTokens } from './drop-push-tokens.js';
import { ForgetPushDevices } from './forget-push-devices.js';
import { RegisterClientDevice } from './register-client-device.js';
import { RegisterPushDevice } from './register-push-device.js';
import { RemoveClientDevice } from './remove-client-device.js';
import { RemovePushToken } from './remove-push-token.js';

/** Push tokens and client devices. */
@Controller()
export class DevicesController {
  constructor(
    private readonly adding: AddPushToken,
    private readonly removing: RemovePushToken,
    private readonly registering: RegisterClientDevice,
    private readonly forgetting: RemoveClientDevice,
    private readonly registeringPush: RegisterPushDevice,
    private readonly addingWebPush: AddWebPushSubscription,
    private readonly dropping: DropPushTokens,
    private readonly forgettingPush: ForgetPushDevices,
  ) {}

  @Serves(addApnsToken)
  addApnsToken({ caller, params }: CallOf<typeof addApnsToken>) {
    return this.adding.execute(caller, 'apns', { token: params.token, appId: params.appid, webKeys: null });
  }

  @Serves(removeApnsToken)
  removeApnsToken({ caller, params }: CallOf<typeof removeApnsToken>) {
    return this.removing.execute(caller, 'apns', params.token);
  }

  @Serves(addFcmToken)
  addFcmToken({ caller, params }: CallOf<typeof addFcmToken>) {
    return this.adding.execute(caller, 'fcm', { token: params.token, appId: null, webKeys: null });
  }

  @Serves(removeFcmToken)
  removeFcmToken({ caller, params }: CallOf<typeof removeFcmToken>) {
    return this.removing.execute(caller, 'fcm', params.token);
  }

  @Serves(registerClientDevice)
  registerClientDevice({ caller }: CallOf<typeof registerClientDevice>) {
    return this.registering.execute(caller);
  }

  @Serves(removeClientDevice)
  removeClientDevice(call: CallOf<typeof removeClientDevice>) {
    return this.forgetting.execute(call);
  }

  @Serves(registerPushDevice)
  registerPushDevice(call: CallOf<typeof registerPushDevice>) {
    return this.registeringPush.execute(call);
  }

  @Serves(addWebPushSubscription)
  addWebPushSubscription(call: CallOf<typeof addWebPushSubscription>) {
    return this.addingWebPush.execute(call);
  }

  @Serves(removeWebPushSubscription)
  removeWebPushSubscription({ caller, params }: CallOf<typeof removeWebPushSubscription>) {
    return this.removing.execute(caller, 'web', params.endpoint);
  }

  @Serves(dropPushTokens)
  dropPushTokens({ params }: CallOf<typeof dropPushTokens>) {
    return this.dropping.execute(params);
  }

  @Serves(forgetPushDevices)
  forgetPushDevices({ params }: CallOf<typeof forgetPushDevices>) {
    return this.forgettingPush.execute(params);
  }
}
