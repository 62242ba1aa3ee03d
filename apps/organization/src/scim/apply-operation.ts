import type { Filter } from 'scim2-parse-filter';
import { matching, typed } from './match-values.js';
import type { Operation } from './patch-operations.js';
import { isObject, MAX_VALUES, type Resource, readValue } from './read-resource.js';
import { scimErrors } from './scim-error.js';

/** The resource after one operation of a PATCH (RFC 7644, section 3.5.2). @throws invalidValue, mutability, noTarget */
export function applyOperation(resource: Resource, operation: Operation): Resource {
  const { attribute, op } = operation;
  const { [attribute.name]: before, ...others } = resource;
  const after = attribute.multiValued ? valuesAfter(before, operation) : singleAfter(before, operation);
  // So that many additions cannot make it large.
  if (Array.isArray(after) && after.length > MAX_VALUES)
    throw scimErrors.tooMany(`${attribute.name} can have at most ${MAX_VALUES} values.`);
  if (isAbsent(after)) {
    if (attribute.required) throw scimErrors.mutability(`${attribute.name} is required, so it cannot be removed.`);
    return op === 'remove' || op === 'replace' || before === undefined ? others : resource;
  }
  return { ...others, [attribute.name]: after };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function singleAfter(before: unknown, { op, attribute, sub, value }: Operation): unknown {
  const parts = isObject(before) ? before : {};
  if (sub !== undefined) {
    const { [sub.name]: _, ...others } = parts;
    const part = op === 'remove' ? null : readValue(sub, value);
    const after = part === null ? others : { ...others, [sub.name]: part };
    return Object.keys(after).length === 0 ? undefined : after;
  }
  if (op === 'remove') return undefined;
  const given = readValue(attribute, value);
  return attribute.type === 'complex' && isObject(given) ? { ...parts, ...given } : given;
}

function valuesAfter(before: unknown, operation: Operation): unknown {
  const values = Array.isArray(before) ? before.filter(isObject) : [];
  if (operation.op === 'remove') return remaining(values, operation);
  return operation.filter === undefined && operation.sub === undefined ? withValues(values, operation) : changed(values, operation);
}

function withValues(values: readonly Resource[], { op, attribute, value }: Operation): readonly Resource[] {
  const given = readValue(attribute, value);
  const added = Array.isArray(given) ? given.filter(isObject) : [];
  if (op === 'replace') return added;
  const kept = values.filter((each) => !added.some((other) => isSame(each, other)));
  return onePrimary([...kept, ...added], added);
}

/** The values that the path names, changed. If none is there yet, it is made of what the filter asks for, as directories expect. */
function changed(values: readonly Resource[], { path, attribute, filter, sub, value }: Operation): readonly Resource[] {
  const change = (each: Resource): Resource => {
    const given = readValue(sub ?? { ...attribute, multiValued: false }, value);
    return sub === undefined ? { ...each, ...(isObject(given) ? given : {}) } : { ...each, [sub.name]: given ?? undefined };
  };
  const named = values.filter(matching(filter, attribute));
  if (named.length === 0) {
    const made = change(filter === undefined ? {} : wantedBy(filter, path));
    return onePrimary([...values, made], [made]);
  }
  const after = new Map(named.map((each) => [each, change(filter === undefined ? each : typed(each, attribute))]));
  return onePrimary(
    values.map((each) => after.get(each) ?? each),
    [...after.values()],
  );
}

function remaining(values: readonly Resource[], { filter, sub, attribute, value }: Operation): readonly Resource[] {
  if (filter === undefined && sub === undefined) {
    if (isAbsent(value)) return [];
    // Entra names the values to remove here.
    const given = readValue(attribute, value);
    const removed = Array.isArray(given) ? given.filter(isObject) : [];
    return values.filter((each) => !removed.some((other) => isSame(each, other)));
  }
  const isNamed = matching(filter, attribute);
  if (sub === undefined) return values.filter((each) => !isNamed(each));
  return values.map((each) => {
    if (!isNamed(each)) return each;
    const { [sub.name]: _, ...others } = each;
    return others;
  });
}

function isSame(one: Resource, other: Resource): boolean {
  return one.value === other.value && (one.type ?? other.type) === (other.type ?? one.type);
}

/** At most one value is primary (RFC 7643, section 2.4): the one that was changed last. */
function onePrimary(values: readonly Resource[], changedValues: readonly Resource[]): readonly Resource[] {
  const primary = changedValues.findLast((each) => each.primary === true);
  if (primary === undefined) return values;
  return values.map((each) => (each === primary || each.primary !== true ? each : { ...each, primary: false }));
}

/** `type eq "work"` makes a value with this type. @throws noTarget for what is no equality */
function wantedBy(filter: Filter, path: string): Resource {
  if (filter.op === 'and' && 'filters' in filter) return Object.assign({}, ...filter.filters.map((each) => wantedBy(each, path)));
  if (filter.op !== 'eq' || !('compValue' in filter) || filter.compValue === null) throw scimErrors.noTarget(path);
  const name = filter.attrPath.toLowerCase();
  if (name !== 'type' && name !== 'value' && name !== 'primary') throw scimErrors.noTarget(path);
  const { compValue } = filter;
  return { [name]: name === 'primary' ? String(compValue).toLowerCase() === 'true' : String(compValue) };
}
