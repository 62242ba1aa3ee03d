import { z } from 'zod';
import { endpoint } from '../contract.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { int } from '../wire/param.js';

/** A client in the group `device` of a registration, before it registers for push notifications. */
export const NEW_CLIENT_DEVICE = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
} as const;

export const clientDeviceObject = z.object({
  push_key_id: z.int().nullable(),
  push_token_id: z.string().nullable(),
  pending_push_token_id: z.string().nullable(),
  push_token_last_updated_timestamp: z.int().nullable(),
  push_registration_error_code: z.string().nullable(),
});
export type ClientDeviceObject = z.infer<typeof clientDeviceObject>;

/** The group `device`, by device id. */
export const clientDevices = z.record(z.string(), clientDeviceObject);

/** Assigns an id to the calling client. */
export const registerClientDevice = endpoint({
  name: 'registerClientDevice',
  method: 'POST',
  path: '/register_client_device',
  service: 'settings',
  scope: 'full',
  humansOnly: true,
  summary: 'Register a client device',
  params: {},
  response: { device_id: z.int() },
  errors: ['tooManyClientDevices'],
  example: { device_id: 12 },
});

/** Removes a client, for example on logout. */
export const removeClientDevice = endpoint({
  name: 'removeClientDevice',
  method: 'POST',
  path: '/remove_client_device',
  service: 'settings',
  scope: 'full',
  humansOnly: true,
  summary: 'Remove a client device',
  params: { device_id: int() },
  response: {},
  errors: ['noSuchClientDevice'],
  example: {},
});

const payload = z.object({ userId: z.int(), deviceId: z.int() });
type Device = z.infer<typeof payload>;

/** A client of a user was added. */
export const clientDeviceAdded: DomainEvent<'client-device.added', Device> = domainEvent({
  type: 'client-device.added',
  owner: 'settings',
  payload,
});

/** A client of a user was removed. */
export const clientDeviceRemoved: DomainEvent<'client-device.removed', Device> = domainEvent({
  type: 'client-device.removed',
  owner: 'settings',
  payload,
});

const pushPayload = z.object({ userId: z.int(), deviceId: z.int(), push: clientDeviceObject });
type DevicePush = z.infer<typeof pushPayload>;

/** How a client of a user is reached by push notifications changed. */
export const clientDevicePushChanged: DomainEvent<'client-device.push-changed', DevicePush> = domainEvent({
  type: 'client-device.push-changed',
  owner: 'settings',
  payload: pushPayload,
});
