import { apiErrors, isDeeperThan, MAX_JSON_DEPTH } from '@parley/contracts';
import type { PayloadFormat } from './integration.js';

/** The JSON of a body. A sender that names no type sends JSON. @throws ApiError */
export function readPayload(formats: readonly PayloadFormat[], contentType: string, body: string): unknown {
  const payload = parse(textOf(formats, contentType, body));
  if (typeof payload !== 'object' || payload === null) throw apiErrors.malformedJson();
  if (isDeeperThan(MAX_JSON_DEPTH, payload)) throw apiErrors.parameterTooDeep({ name: 'payload' });
  return payload;
}

function textOf(formats: readonly PayloadFormat[], contentType: string, body: string): string {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/json' || type.endsWith('+json')) return body;
  if (type !== 'application/x-www-form-urlencoded' || !formats.includes('form')) throw apiErrors.unsupportedMediaType();
  const payload = new URLSearchParams(body).get('payload');
  if (payload === null) throw apiErrors.missingParameter({ name: 'payload' });
  return payload;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw apiErrors.malformedJson();
  }
}
