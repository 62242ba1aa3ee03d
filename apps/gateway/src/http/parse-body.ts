import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { apiErrors } from '@parley/contracts';
import { type Fields, fieldsOfObject, fieldsOfPairs, NO_FIELDS, type ParsedBody } from './request-fields.js';

/** More than any endpoint has parameters: only an attack has more. */
const MAX_FIELDS = 1_000;

const EMPTY_BODY: ParsedBody = { fields: NO_FIELDS, files: [] };

/** Never throws, because the router calls it. Malformed percent-encoding stays unchanged. */
export function parseQuery(text: string): Fields {
  return text === '' ? NO_FIELDS : fieldsOfPairs(new URLSearchParams(text));
}

export function parseUrlencoded(text: string): ParsedBody {
  const pairs = new URLSearchParams(text);
  if (pairs.size > MAX_FIELDS) throw apiErrors.tooManyFields();
  return { fields: fieldsOfPairs(pairs), files: [] };
}

export function parseJson(text: string): ParsedBody {
  if (text.trim() === '') return EMPTY_BODY;
  const value = jsonOf(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw apiErrors.malformedJson();
  return { fields: fieldsOfObject(value), files: [] };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw apiErrors.malformedJson();
  }
}

/** The whole form is in memory, so a truncated one fails at once instead of waiting for more. */
export function parseMultipart(contentType: string, bytes: Buffer): Promise<ParsedBody> {
  return new Promise((resolve, reject) => {
    if (bytes.length === 0) return resolve(EMPTY_BODY);
    const malformed = () => reject(apiErrors.malformedForm());
    const parser = multipartParser(contentType, { fieldSize: bytes.length, files: MAX_FIELDS });
    if (parser === undefined) return malformed();
    const tooMany = () => reject(apiErrors.tooManyFields());
    const pairs: [string, string][] = [];
    const files = new Set<string>();
    parser
      .on('field', (name, value) => pairs.push([name, value]))
      .on('file', (name, content) => {
        files.add(name);
        content.on('error', malformed).resume();
      })
      .on('fieldsLimit', tooMany)
      .on('filesLimit', tooMany)
      .on('partsLimit', tooMany)
      .on('error', malformed)
      .on('finish', () => resolve({ fields: fieldsOfPairs(pairs), files: [...files] }));
    parser.end(bytes);
  });
}

/** Undefined if the header has no boundary. */
export function multipartParser(
  contentType: string,
  limits: { fieldSize: number; files: number; fileSize?: number },
): BusboyInstance | undefined {
  const headers: BusboyHeaders = { 'content-type': contentType };
  try {
    return new Busboy({ headers, limits: { ...limits, fields: MAX_FIELDS, parts: MAX_FIELDS + limits.files } });
  } catch {
    return undefined;
  }
}
