import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { clientDeviceRemoved, type removeClientDevice } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { isColumnId } from '@parley/persistence';
import { deleteClientDevice } from './devices.repository.js';
import { deletePushRegistrations } from './push-registrations.repository.js';

/** POST /remove_client_device */
@Injectable()
export class RemoveClientDevice {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof removeClientDevice>): Promise<OutputOf<typeof removeClientDevice>> {
    const { organizationId, userId } = caller;
    const { device_id: id } = params;
    if (!isColumnId(id)) throw apiErrors.noSuchClientDevice();
    await this.eventLog.change(organizationId, async (tx, log) => {
      await deletePushRegistrations(tx, organizationId, userId, id);
      const isRemoved = await deleteClientDevice(tx, organizationId, userId, id);
      if (!isRemoved) throw apiErrors.noSuchClientDevice();
      log.append(clientDeviceRemoved, { userId, deviceId: id });
    });
    return {};
  }
}
