import { isStorable } from '@parley/contracts';
import { type Attribute, attributeNamed } from './attributes.js';
import { scimErrors } from './scim-error.js';

/** More than any directory sends. */
const MAX_TEXT = 500;
export const MAX_VALUES = 25;
/** Members of a group that one request can name. */
export const MAX_MEMBERS = 25_000;

export type Resource = Record<string, unknown>;

/**
 * The known attributes of a resource that a client sent, by their declared names. `null` stands for an attribute without a value (RFC 7643, section 2.5).
 * Attributes that are not declared are left out.
 * @throws invalidValue, invalidSyntax, tooMany
 */
export function readResource(attributes: readonly Attribute[], given: unknown): Resource {
  if (!isObject(given)) throw scimErrors.invalidSyntax('The request must have a JSON object as its body.');
  const resource: Resource = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = attributeNamed(attributes, name);
    if (attribute !== undefined && value !== undefined) resource[attribute.name] = readValue(attribute, value);
  }
  return resource;
}

/** @throws invalidValue, tooMany */
export function readValue(attribute: Attribute, given: unknown): unknown {
  if (given === null || (Array.isArray(given) && given.length === 0)) return null;
  // Directories send an empty id for what has none. As a value it would be unique.
  if (given === '' && attribute.name === 'externalId') return null;
  if (!attribute.multiValued) return readSingle(attribute, given);
  const values = Array.isArray(given) ? given : [given];
  const limit = attribute.name === 'members' ? MAX_MEMBERS : MAX_VALUES;
  if (values.length > limit) throw scimErrors.tooMany(`${attribute.name} can have at most ${limit} values in one request.`);
  return values.map((value) => readSingle(attribute, value));
}

function readSingle(attribute: Attribute, given: unknown): unknown {
  const { name, type } = attribute;
  switch (type) {
    case 'boolean':
      return readBoolean(name, given);
    case 'complex':
      return readComplex(attribute, given);
    default:
      return readText(name, given);
  }
}

/** Entra sends "True" and "False". */
function readBoolean(name: string, given: unknown): boolean {
  if (typeof given === 'boolean') return given;
  const text = typeof given === 'string' ? given.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw scimErrors.invalidValue(`${name} must be true or false.`);
  return text === 'true';
}

/** A text in the place of a complex value is its `value`, as some directories write roles and addresses. */
function readComplex({ name, subAttributes = [], multiValued }: Attribute, given: unknown): Resource {
  const value = multiValued && typeof given === 'string' ? { value: given } : given;
  if (!isObject(value)) throw scimErrors.invalidValue(`${name} must be an object.`);
  const read = readResource(subAttributes, value);
  return Object.fromEntries(Object.entries(read).filter(([, each]) => each !== null));
}

function readText(name: string, given: unknown): string {
  if (typeof given !== 'string') throw scimErrors.invalidValue(`${name} must be a text.`);
  if (given.length > MAX_TEXT) throw scimErrors.invalidValue(`${name} can have at most ${MAX_TEXT} characters.`);
  if (!isStorable(given)) throw scimErrors.invalidValue(`${name} contains characters that cannot be stored.`);
  return given;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
