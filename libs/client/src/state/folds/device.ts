import { clientDeviceObject, NEW_CLIENT_DEVICE } from '@parley/contracts/settings';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const devices = z.record(z.string(), z.unknown());
const device = z.object({ device_id: z.int() });

export const foldDevice: Fold = (state, event) => {
  if (!('devices' in state)) return state;
  const id = String(device.parse(event).device_id);
  const { [id]: _, ...others } = devices.parse(state.devices);
  if (event.op === 'add') return { ...state, devices: { ...others, [id]: NEW_CLIENT_DEVICE } };
  if (event.op === 'update') return { ...state, devices: { ...others, [id]: clientDeviceObject.parse(event) } };
  if (event.op === 'remove') return { ...state, devices: others };
  throw new Error(`no fold for device ${String(event.op)}`);
};
