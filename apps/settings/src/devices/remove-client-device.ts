import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { clientDeviceRemoved, type removeClientDevice } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { isColumnId } from '@parley/persistence';

/** POST /remove_client_device */
@Injectable()
export class RemoveClientDevice {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof removeClientDevice>): Promise<OutputOf<typeof removeClientDevice>> {
    const { organizationId, userId } = caller;
    const { device_id: id } = params;
    if (!isColumnId(id)) throw apiErrors.noSuchClientDevice();
    await this.eventLog.change(organizationId, async (tx, log) => {
      const { count } = await tx.clientDevice.deleteMany({ where: { organizationId, userId, id } });
      if (count === 0) throw apiErrors.noSuchClientDevice();
      log.append(clientDeviceRemoved, { userId, deviceId: id });
    });
    return {};
  }
}
