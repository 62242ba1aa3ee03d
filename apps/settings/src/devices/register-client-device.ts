import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import { clientDeviceAdded, type registerClientDevice } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';

const MAX_DEVICES = 1000;

/** POST /register_client_device */
@Injectable()
export class RegisterClientDevice {
  constructor(private readonly eventLog: EventLog) {}

  execute({ organizationId, userId }: Caller): Promise<OutputOf<typeof registerClientDevice>> {
    return this.eventLog.change(organizationId, async (tx, log) => {
      const owner = { organizationId, userId };
      if ((await tx.clientDevice.count({ where: owner })) >= MAX_DEVICES) {
        throw apiErrors.tooManyClientDevices({ limit: MAX_DEVICES });
      }
      const { id } = await tx.clientDevice.create({ data: owner, select: { id: true } });
      log.append(clientDeviceAdded, { userId, deviceId: id });
      return { device_id: id };
    });
  }
}
