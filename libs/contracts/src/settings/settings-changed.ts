import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const change = z.object({
  /** Name in USER_SETTINGS, with a value of its type. */
  name: z.string(),
  value: z.union([z.boolean(), z.number(), z.string()]),
});
const changes = z.array(change);

const payload = z.object({ userIds: z.array(z.int()).max(1000), changes });

/** Settings of users changed. Changes of those stored with the account are logged by the organization service, which writes them. */
export const settingsChanged: DomainEvent<'settings.changed', z.infer<typeof payload>> = domainEvent({
  type: 'settings.changed',
  owner: 'settings',
  payload,
});

const defaultsPayload = z.object({ changes });

/** The initial settings of future accounts changed. */
export const settingDefaultsChanged: DomainEvent<'setting-defaults.changed', z.infer<typeof defaultsPayload>> = domainEvent({
  type: 'setting-defaults.changed',
  owner: 'settings',
  payload: defaultsPayload,
});
