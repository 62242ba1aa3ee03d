import type { DomainEventType } from '@parley/contracts/registry';
import * as channels from './channels/index.js';
import type { DeclaredClientEvent, EventOf } from './client-event.js';
import * as eventQueue from './event-queue/index.js';
import type { FanOut } from './fan-out.js';
import * as formats from './formats/index.js';
import * as invitations from './invitations/index.js';
import * as messaging from './messaging/index.js';
import * as organization from './organization/index.js';
import * as settings from './settings/index.js';

const modules = { channels, eventQueue, invitations, messaging, organization, settings };
type Declared = { [M in keyof typeof modules]: (typeof modules)[M][keyof (typeof modules)[M]] }[keyof typeof modules];

type NoneOf<T extends never> = T;
/** Does not compile if a domain event has no fan-out. The error names the event. */
export type EventsWithoutFanOut = NoneOf<Exclude<DomainEventType, Extract<Declared, { readonly kind: 'fan-out' }>['event']['type']>>;

function ofKind<T extends { readonly kind: string }>(items: readonly unknown[], kind: T['kind']): T[] {
  return items.filter((item): item is T => typeof item === 'object' && item !== null && 'kind' in item && item.kind === kind);
}

/** By name of the domain event. */
export const FAN_OUTS: ReadonlyMap<string, FanOut> = new Map(
  ofKind<FanOut>(
    Object.values(modules).flatMap((module) => Object.values(module)),
    'fan-out',
  ).map((declared) => [declared.event.type, declared]),
);

/** All events that /events may return. */
export const CLIENT_EVENTS: readonly DeclaredClientEvent[] = ofKind<DeclaredClientEvent>(Object.values(formats), 'client-event');

/** Any of them, by type and op. */
export type ServerEvent = { [N in keyof typeof formats]: EventOf<(typeof formats)[N]> }[keyof typeof formats];
