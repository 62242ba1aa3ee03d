import { NEW_CLIENT_DEVICE } from '@parley/contracts/settings';
import type { Fold } from '../client-state.js';

export const foldDevice: Fold<'device'> = (state, event) => {
  if (!state.devices) return state;
  const { [event.device_id]: _, ...others } = state.devices;
  switch (event.op) {
    case 'add':
      return { ...state, devices: { ...others, [event.device_id]: NEW_CLIENT_DEVICE } };
    case 'update': {
      const fields: typeof event & { readonly id?: number } = event;
      const { id: _id, type: _type, op: _op, device_id, ...device } = fields;
      return { ...state, devices: { ...others, [device_id]: device } };
    }
    case 'remove':
      return { ...state, devices: others };
  }
};
