import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  addApnsToken,
  addFcmToken,
  registerClientDevice,
  removeApnsToken,
  removeClientDevice,
  removeFcmToken,
} from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { AddPushToken } from './add-push-token.js';
import { RegisterClientDevice } from './register-client-device.js';
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
  ) {}

  @Serves(addApnsToken)
  addApnsToken({ caller, params }: CallOf<typeof addApnsToken>) {
    return this.adding.execute(caller, 'apns', { token: params.token, appId: params.appid });
  }

  @Serves(removeApnsToken)
  removeApnsToken({ caller, params }: CallOf<typeof removeApnsToken>) {
    return this.removing.execute(caller, 'apns', params.token);
  }

  @Serves(addFcmToken)
  addFcmToken({ caller, params }: CallOf<typeof addFcmToken>) {
    return this.adding.execute(caller, 'fcm', { token: params.token, appId: null });
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
}
