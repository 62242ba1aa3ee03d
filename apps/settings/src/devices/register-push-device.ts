import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { clientDevicePushChanged, type registerPushDevice } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { isColumnId, type Tx } from '@parley/persistence';
import { RegistrationKeys } from '@parley/push';
import { CONFIG, Runtime } from '@parley/runtime';
import type { SettingsConfig } from '../config.js';
import { hasClientDevice } from './devices.repository.js';
import { checkedPushKey, checkedPushPlace, type NewPlace, type PushKey } from './push-fields.js';
import { type Device, deviceFields, pushRegistrationOf, storePushKey, storePushPlace } from './push-registrations.repository.js';

/**
 * POST /mobile_push/register: both the key and the token of a new registration, or one of them to replace it. What the device encrypted is opened
 * at once, so no registration stays pending; one that fails is told by the event, as clients expect it.
 */
@Injectable()
export class RegisterPushDevice implements OnApplicationBootstrap {
  private readonly keys: RegistrationKeys;

  constructor(
    private readonly eventLog: EventLog,
    @Inject(CONFIG) private readonly config: Pick<SettingsConfig, 'PUSH_SERVICES' | 'PUSH_REGISTRATION_KEYS'>,
    private readonly runtime: Runtime,
  ) {
    this.keys = new RegistrationKeys(config.PUSH_REGISTRATION_KEYS);
  }

  /** Operators build the public key into their app. */
  async onApplicationBootstrap(): Promise<void> {
    const publicKeys = await this.keys.publicKeys();
    if (publicKeys.length > 0) this.runtime.logger.info({ publicKeys }, 'public keys for registrations of devices');
  }

  async execute({ caller, params }: CallOf<typeof registerPushDevice>): Promise<OutputOf<typeof registerPushDevice>> {
    const { organizationId, userId } = caller;
    const services = this.config.PUSH_SERVICES.filter((service) => service !== 'web');
    if (services.length === 0) throw apiErrors.pushServiceNotConfigured();
    const key = checkedPushKey(params);
    const sealed = checkedPushPlace(params);
    if (key === undefined && sealed === undefined) throw apiErrors.pushFieldsMissing();
    if (sealed !== undefined && !services.includes(sealed.service)) throw apiErrors.pushServiceNotConfigured();
    if (!isColumnId(params.device_id)) throw apiErrors.noSuchClientDevice();
    const device = { userId, deviceId: params.device_id };
    const opened =
      sealed === undefined ? undefined : { tokenId: sealed.tokenId, found: await this.keys.open(sealed.publicKey, sealed.sealed) };
    await this.eventLog.change(organizationId, async (tx, log) => {
      if (!(await register(tx, organizationId, device, { key, place: opened }))) return;
      log.append(clientDevicePushChanged, { ...device, push: await deviceFields(tx, organizationId, device.deviceId) });
    });
    return {};
  }
}

/** Returns whether anything changed. */
async function register(
  tx: Tx,
  organizationId: number,
  device: Device,
  { key, place }: { key: PushKey | undefined; place: NewPlace | undefined },
): Promise<boolean> {
  if (!(await hasClientDevice(tx, organizationId, device))) throw apiErrors.noSuchClientDevice();
  const before = await pushRegistrationOf(tx, organizationId, device);
  if (before === undefined && key === undefined) throw apiErrors.noPushTokenToRotate();
  if (before === undefined && place === undefined) throw apiErrors.noPushKeyToRotate();
  const isKeyNew = key !== undefined && !(before?.pushKeyId === key.id && Buffer.from(before.pushKey).equals(key.bytes));
  const isPlaceNew = place !== undefined && !(before?.tokenId === place.tokenId && before.errorCode === null);
  if (isKeyNew) await storePushKey(tx, organizationId, device, key);
  if (isPlaceNew) await storePushPlace(tx, organizationId, device.deviceId, place);
  return isKeyNew || isPlaceNew;
}
