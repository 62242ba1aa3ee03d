import { type Filter, filter as tester } from 'scim2-parse-filter';
import { type Attribute, attributeNamed } from './attributes.js';
import type { Resource } from './read-resource.js';

/** Which values the filter in a path names. Values compare as in lists: regardless of case, and with true and false also as text. */
export function matching(filter: Filter | undefined, attribute: Attribute): (value: Resource) => boolean {
  if (filter === undefined) return () => true;
  const isNamed = tester(comparable(filter, attribute));
  return (value) => isNamed(comparableValue(typed(value, attribute)));
}

/** An address without a type is for work, as in the filters of lists. */
export function typed(value: Resource, { name }: Attribute): Resource {
  return name === 'emails' && value.type === undefined ? { ...value, type: 'work' } : value;
}

function comparable(filter: Filter, attribute: Attribute): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((each) => comparable(each, attribute)) };
  if ('filter' in filter) return { ...filter, filter: comparable(filter.filter, attribute) };
  if (!('compValue' in filter) || typeof filter.compValue !== 'string') return filter;
  const text = filter.compValue.toLowerCase();
  const isBoolean = attributeNamed(attribute.subAttributes, filter.attrPath)?.type === 'boolean' && (text === 'true' || text === 'false');
  return { ...filter, compValue: isBoolean ? text === 'true' : text };
}

function comparableValue(value: Resource): Resource {
  const present = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(present.map(([name, part]) => [name, typeof part === 'string' ? part.toLowerCase() : part]));
}
