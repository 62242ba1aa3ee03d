import { applyOperation } from './apply-operation.js';
import { operationsOf } from './patch-operations.js';
import { type Person, personSchema, withAddressOf } from './person-resource.js';
import { type Resource, readResource } from './read-resource.js';
import { COMMON_ATTRIBUTES, USER_ATTRIBUTES, USER_SCHEMA } from './schemas.js';
import { scimErrors } from './scim-error.js';

const ATTRIBUTES = [...COMMON_ATTRIBUTES, ...USER_ATTRIBUTES];
/** Attributes that a replacement leaves as they are if it does not name them. Most directories that send whole resources do not know them. */
const KEPT = ['active', 'roles', 'emails'] as const;
const NAMES = ['displayName', 'name'] as const;

/** The person that a client wants to create. @throws ScimError */
export function newPerson(body: unknown): Person {
  return checkedPerson(readResource(ATTRIBUTES, body));
}

/** The person after a PUT. Names are kept if it has none at all: an account must have a name. @throws ScimError */
export function replacedPerson(before: Person, body: unknown): Person {
  const given = readResource(ATTRIBUTES, body);
  const hasName = NAMES.some((name) => given[name] !== undefined && given[name] !== null);
  const kept = [...KEPT, ...(hasName ? [] : NAMES)].filter((name) => given[name] === undefined);
  const after = checkedPerson({ ...given, ...Object.fromEntries(kept.map((name) => [name, before[name]])) });
  return given.emails === undefined ? withAddressOf(before, after) : after;
}

/** What a PATCH makes of a person. The body is read before, so a wrong one takes no lock. @throws ScimError */
export function patchOfPerson(body: unknown): (before: Person) => Person {
  const operations = operationsOf(body, ATTRIBUTES, USER_SCHEMA);
  const hasEmails = operations.some(({ attribute }) => attribute.name === 'emails');
  return (before) => {
    const after = checkedPerson(operations.reduce<Resource>(applyOperation, { ...before, unsentAddress: undefined }));
    return hasEmails ? after : withAddressOf(before, after);
  };
}

function checkedPerson(resource: Resource): Person {
  const present = Object.fromEntries(Object.entries(resource).filter(([, value]) => value !== null));
  const { userName } = present;
  if (typeof userName !== 'string' || userName.trim() === '') throw scimErrors.invalidValue('userName is required.');
  return personSchema.parse({ ...present, userName: userName.trim() });
}
