import type { PayloadOf } from '@parley/contracts';
import { clientDeviceAdded, clientDevicePushChanged, clientDeviceRemoved } from '@parley/contracts/settings';
import { fanOut, type QueueView } from '../fan-out.js';
import { failsOnUnknownTypes } from '../stock-clients.js';

type Device = PayloadOf<typeof clientDeviceAdded>;

export const clientDeviceAddedFanOut = fanOut(clientDeviceAdded, {
  parts: (device) => [part(device, 'add')],
});

export const clientDeviceRemovedFanOut = fanOut(clientDeviceRemoved, {
  parts: (device) => [part(device, 'remove')],
});

export const clientDevicePushChangedFanOut = fanOut(clientDevicePushChanged, {
  parts: ({ push, ...device }) => [part(device, 'update', push)],
});

function part({ userId, deviceId }: Device, op: 'add' | 'remove' | 'update', fields = {}) {
  return {
    clientType: 'device',
    audience: { users: [userId] },
    wants: ({ eventTypes, clientName }: QueueView) => eventTypes !== null || !failsOnUnknownTypes(clientName),
    render: () => ({ type: 'device', op, device_id: deviceId, ...fields }),
  };
}
