import { apiErrors, type Caller, type Endpoint, enforce, ROLES, tokenRefusal, type Visitor } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { clientNameOf } from './client-name.js';
import type { Fields } from './request-fields.js';

/**
 * The caller or visitor on whose behalf the service acts.
 * @throws ApiError if the declaration does not admit this kind of user, or the API token does not allow it
 */
export function resolveCaller(endpoint: Endpoint, request: FastifyRequest, fields: Fields): Caller | Visitor {
  const clientName = clientNameOf(fields.client, request.headers['user-agent']);
  const { identity } = request;
  if (identity === null) return { host: request.headers.host ?? '', clientName, address: request.ip };
  if (identity.isIncomingWebhook === true && endpoint.incomingWebhooks !== true) throw apiErrors.incomingWebhooksNotAllowed();
  if (endpoint.humansOnly === true && identity.isBot) throw apiErrors.humansOnly();
  if (endpoint.membersOnly === true && identity.role === ROLES.guest) throw apiErrors.guestsNotAllowed();
  if (identity.token !== undefined) enforce(tokenRefusal(identity.token, endpoint));
  return { ...identity, clientName };
}
