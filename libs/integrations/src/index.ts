export type { Delivery, Integration, UrlOption, WebhookMessage } from './integration.js';
export { readPayload } from './read-payload.js';
export { registeredIntegration } from './registered.js';
export { INTEGRATIONS, integrationNamed } from './registry.js';
export { type EventFilters, type WrittenDelivery, writeMessages } from './write-messages.js';
