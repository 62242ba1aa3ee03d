import * as channels from './channels/index.js';
import type { DeclaredClientEvent } from './client-event.js';
import * as clientEvents from './client-events/index.js';
import type { Endpoint, ServiceCall } from './contract.js';
import type { DomainEvent } from './domain-event.js';
import * as eventQueue from './event-queue/index.js';
import * as invitations from './invitations/index.js';
import * as messaging from './messaging/index.js';
import * as organization from './organization/index.js';
import { registerParts } from './register-part.js';
import * as settings from './settings/index.js';

/** Declarations are found by their `kind`: it is enough to declare and export them. */
const declared: readonly unknown[] = [channels, clientEvents, eventQueue, invitations, messaging, organization, settings].flatMap(
  (module) => Object.values(module),
);

function ofKind<T extends { readonly kind: string }>(kind: T['kind']): T[] {
  return declared.filter((item): item is T => typeof item === 'object' && item !== null && 'kind' in item && item.kind === kind);
}

export const ENDPOINTS: readonly Endpoint[] = ofKind<Endpoint>('endpoint');
export const SERVICE_CALLS: readonly ServiceCall[] = [...ofKind<ServiceCall>('service-call'), ...Object.values(registerParts)];
/** By name in the log. */
export const DOMAIN_EVENTS: ReadonlyMap<string, DomainEvent> = new Map(
  ofKind<DomainEvent>('domain-event').map((event) => [event.type, event]),
);
/** All events that /events may return. */
export const CLIENT_EVENTS: readonly DeclaredClientEvent[] = ofKind<DeclaredClientEvent>('client-event');
