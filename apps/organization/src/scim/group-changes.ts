import type { Filter } from 'scim2-parse-filter';
import { applyOperation } from './apply-operation.js';
import type { Attribute } from './attributes.js';
import { type Operation, operationsOf } from './patch-operations.js';
import { isObject, MAX_MEMBERS, type Resource, readResource, readValue } from './read-resource.js';
import { COMMON_ATTRIBUTES, GROUP_ATTRIBUTES, GROUP_SCHEMA } from './schemas.js';
import { scimErrors } from './scim-error.js';
import { isId } from './scim-request.js';

const ATTRIBUTES = [...COMMON_ATTRIBUTES, ...GROUP_ATTRIBUTES];

/** A change of members, without the members that stay: a group can have many thousands. */
export interface MemberChange {
  /** Everyone else leaves. */
  readonly replaces: boolean;
  readonly added: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
}

export interface GroupValues {
  readonly displayName: string;
  readonly externalId: string | null;
}

export interface WantedGroup extends GroupValues {
  readonly members: MemberChange;
}

/** Of the body of a POST or PUT. @throws ScimError */
export function wholeGroup(body: unknown): WantedGroup {
  const given = readResource(ATTRIBUTES, body);
  return { ...valuesOf(given), members: { replaces: true, added: memberIds(given.members), removed: new Set() } };
}

/** What a PATCH makes of a group. The body is read before, so a wrong one takes no lock. @throws ScimError */
export function patchOfGroup(body: unknown): (before: GroupValues) => WantedGroup {
  const operations = operationsOf(body, ATTRIBUTES, GROUP_SCHEMA);
  const isOfMembers = ({ attribute }: Operation) => attribute.name === 'members';
  const members = new MemberChanges();
  for (const operation of operations.filter(isOfMembers)) members.apply(operation);
  const others = operations.filter((each) => !isOfMembers(each));
  return ({ displayName, externalId }) => {
    const start: Resource = externalId === null ? { displayName } : { displayName, externalId };
    return { ...valuesOf(others.reduce<Resource>(applyOperation, start)), members };
  };
}

function valuesOf({ displayName, externalId }: Resource): GroupValues {
  if (typeof displayName !== 'string' || displayName.trim() === '') throw scimErrors.invalidValue('displayName is required.');
  return { displayName: displayName.trim(), externalId: typeof externalId === 'string' ? externalId : null };
}

/** The operations of one PATCH together. */
class MemberChanges implements MemberChange {
  replaces = false;
  readonly added = new Set<number>();
  readonly removed = new Set<number>();

  /** @throws invalidPath, invalidValue, mutability, tooMany */
  apply({ op, path, attribute, filter, sub, value }: Operation): void {
    if (sub !== undefined) throw scimErrors.mutability('The parts of a member cannot change. Remove the member, and add another one.');
    if (op !== 'remove' && filter !== undefined)
      throw scimErrors.mutability('A member cannot change. Remove the member, and add another one.');
    const isOfAll = op === 'replace' || (op === 'remove' && filter === undefined && (value === undefined || value === null));
    if (isOfAll) this.removeAll();
    if (isOfAll && op === 'remove') return;
    const ids = filter === undefined ? memberIds(readMembers(attribute, value)) : idsIn(filter, path);
    const [gaining, losing] = op === 'remove' ? [this.removed, this.added] : [this.added, this.removed];
    for (const id of ids) {
      gaining.add(id);
      losing.delete(id);
    }
    if (this.added.size + this.removed.size > MAX_MEMBERS)
      throw scimErrors.tooMany(`members can have at most ${MAX_MEMBERS} values in one request.`);
  }

  private removeAll(): void {
    this.replaces = true;
    this.added.clear();
    this.removed.clear();
  }
}

function readMembers(attribute: Attribute, value: unknown): unknown {
  if (value === undefined) throw scimErrors.invalidValue('members must have a value.');
  return readValue(attribute, value);
}

/** `value eq "12"`, also several of them with `or`. */
function idsIn(filter: Filter, path: string): ReadonlySet<number> {
  if (filter.op === 'or' && 'filters' in filter) return new Set(filter.filters.flatMap((each) => [...idsIn(each, path)]));
  if (filter.op !== 'eq' || !('compValue' in filter) || filter.attrPath.toLowerCase() !== 'value') throw scimErrors.invalidPath(path);
  // An id without a person removes no one.
  const id = String(filter.compValue);
  return new Set(isId(id) ? [Number(id)] : []);
}

function memberIds(members: unknown): ReadonlySet<number> {
  const list = Array.isArray(members) ? members.filter(isObject) : [];
  return new Set(list.map(memberId));
}

function memberId({ value, type }: Resource): number {
  if (typeof type === 'string' && type.toLowerCase() !== 'user') throw scimErrors.invalidValue('Only users can be members.');
  if (typeof value !== 'string' || !isId(value)) throw scimErrors.invalidValue('Each member must have the id of a user as its value.');
  return Number(value);
}
