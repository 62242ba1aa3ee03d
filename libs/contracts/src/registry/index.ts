import * as channels from '../channels/index.js';
import type { Endpoint, ServiceCall } from '../contract.js';
import * as directory from '../directory/index.js';
import type { DomainEvent } from '../domain-event.js';
import * as eventQueue from '../event-queue/index.js';
import * as invitations from '../invitations/index.js';
import * as messaging from '../messaging/index.js';
import * as notifications from '../notifications/index.js';
import * as organization from '../organization/index.js';
import * as settings from '../settings/index.js';

const modules = { channels, directory, eventQueue, invitations, messaging, notifications, organization, settings };
type Declared = { [M in keyof typeof modules]: (typeof modules)[M][keyof (typeof modules)[M]] }[keyof typeof modules];

/** Declarations are found by their `kind`: it is enough to declare and export them. */
const declared: readonly unknown[] = Object.values(modules).flatMap((module) => Object.values(module));

function ofKind<T extends { readonly kind: string }>(kind: T['kind']): T[] {
  return declared.filter((item): item is T => typeof item === 'object' && item !== null && 'kind' in item && item.kind === kind);
}

export const ENDPOINTS: readonly Endpoint[] = ofKind<Endpoint>('endpoint');
export const SERVICE_CALLS: readonly ServiceCall[] = [...ofKind<ServiceCall>('service-call'), ...Object.values(eventQueue.registerParts)];
/** By name in the log. */
export const DOMAIN_EVENTS: ReadonlyMap<string, DomainEvent> = new Map(
  ofKind<DomainEvent>('domain-event').map((event) => [event.type, event]),
);
/** The names of all domain events. */
export type DomainEventType = Extract<Declared, { readonly kind: 'domain-event' }>['type'];
