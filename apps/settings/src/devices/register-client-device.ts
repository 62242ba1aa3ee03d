import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import { clientDeviceAdded, type registerClientDevice } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { countClientDevices, insertClientDevice } from './devices.repository.js';

const MAX_DEVICES = 1000;

/** POST /register_client_device */
@Injectable()
export class RegisterClientDevice {
  constructor(private readonly eventLog: EventLog) {}

  execute({ organizationId, userId }: Caller): Promise<OutputOf<typeof registerClientDevice>> {
    return this.eventLog.change(organizationId, async (tx, log) => {
      if ((await countClientDevices(tx, organizationId, userId)) >= MAX_DEVICES) {
        throw apiErrors.tooManyClientDevices({ limit: MAX_DEVICES });
      }
      const id = await insertClientDevice(tx, organizationId, userId);
      log.append(clientDeviceAdded, { userId, deviceId: id });
      return { device_id: id };
    });
  }
}
