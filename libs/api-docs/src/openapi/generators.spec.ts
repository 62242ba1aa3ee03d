import { describe, expect, it } from '@jest/globals';
import { CLIENT_EVENTS } from '@parley/client-events';
import { ENDPOINTS } from '@parley/contracts/registry';
import { openApiDocument } from './openapi-document.js';

type Json = Record<string, unknown>;

const document: Json = JSON.parse(
  JSON.stringify(openApiDocument({ endpoints: ENDPOINTS, clientEvents: CLIENT_EVENTS, baseUrl: 'https://chat.parley.test' })),
);

interface Found {
  readonly location: string;
  readonly value: Json;
}

/** Every object in a value that is not part of an example. */
function objectsIn(value: unknown, location = ''): Found[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => objectsIn(each, `${location}/${index}`));
  if (!isJson(value)) return [];
  const inner = Object.entries(value).filter(
    ([name]) => !['example', 'examples', 'default'].includes(name) || location.endsWith('/properties'),
  );
  return [{ location, value }, ...inner.flatMap(([name, each]) => objectsIn(each, `${location}/${name}`))];
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The target of a reference, or the object itself. */
function resolved(value: unknown): Json {
  const { $ref } = Object(value);
  if (typeof $ref !== 'string') return Object(value);
  return resolved(
    $ref
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((inner, step) => Object(inner)[step], document),
  );
}

const objects = objectsIn(document);
const operations = Object.entries(Object(document.paths)).flatMap(([path, methods]) =>
  Object.entries(Object(methods)).map(([method, operation]) => ({ location: `${method} ${path}`, operation: Object(operation) as Json })),
);

/** Every field or parameter with this name. */
function described(name: string): Found[] {
  return objects.flatMap(({ location, value }) => {
    if (isJson(value.properties) && isJson(value.properties[name])) {
      return [{ location: `${location}/properties/${name}`, value: resolved(value.properties[name]) }];
    }
    return value.in !== undefined && value.name === name ? [{ location, value: resolved(value.schema) }] : [];
  });
}

function placesOf(found: readonly Found[]): string[] {
  return found.map(({ location }) => location);
}

describe('the OpenAPI document for client generators', () => {
  it('has no `items: false`', () => {
    expect(placesOf(objects.filter(({ value }) => value.items === false))).toEqual([]);
  });

  it('bounds each tuple by its number of items', () => {
    expect(placesOf(objects.filter(({ value }) => 'prefixItems' in value))).toEqual([]);
    const tuples = objects.filter(
      ({ value }) => value.type === 'array' && value.minItems !== undefined && value.minItems === value.maxItems,
    );
    expect(tuples.length).toBeGreaterThan(0);
  });

  it('has one default for all names of a parameter', () => {
    const fields = objects.filter(({ value }) => /^Alias of `/.test(String(value.description)));
    expect(fields.length).toBeGreaterThan(0);
    const sent = fields.filter(
      ({ value }) => 'default' in value || 'default' in Object(value.schema) || JSON.stringify(value).includes('"default"'),
    );
    expect(placesOf(sent)).toEqual([]);
  });

  it('has different titles for all schemas', () => {
    const titles = objects.flatMap(({ location, value }) =>
      typeof value.title === 'string' && !location.endsWith('/properties') ? [value.title] : [],
    );
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('has a title for the schema of each component and of each parameter', () => {
    const components = Object.entries(Object(resolved({ $ref: '#/components/schemas' })));
    expect(components.filter(([name, schema]) => Object(schema).title !== name).map(([name]) => name)).toEqual([]);
    const parameters = objects.filter(({ value }) => (value.in === 'query' || value.in === 'path') && value.type !== 'apiKey');
    expect(parameters.length).toBeGreaterThan(0);
    const schemaOf = ({ schema, content }: Json) => schema ?? Object(Object(content)['application/json']).schema;
    expect(placesOf(parameters.filter(({ value }) => typeof Object(schemaOf(value)).title !== 'string'))).toEqual([]);
  });

  it.each(['op', 'flag', 'operator', 'operation', 'reaction_type', 'propagate_mode', 'code'])('lists the values of `%s`', (name) => {
    const isListed = ({ enum: values, const: only, type }: Json) => Array.isArray(values) || typeof only === 'string' || type !== 'string';
    const found = described(name);
    expect(found.length).toBeGreaterThan(0);
    expect(placesOf(found.filter(({ value }) => !isListed(value)))).toEqual([]);
  });

  it.each([
    ['SetTypingForm', 'type'],
    ['ReportPresenceForm', 'status'],
    ['SendMessageForm', 'type'],
  ])('lists the values of the field of %s named %s', (schema, field) => {
    const { properties } = resolved({ $ref: `#/components/schemas/${schema}` });
    expect(resolved(Object(properties)[field])).toHaveProperty('enum');
  });

  it('has no enum values whose names collide in a program', () => {
    const same = objects.filter(({ value, location }) => {
      if (!Array.isArray(value.enum) || location.endsWith('/properties')) return false;
      const names = value.enum.map((each) => String(each).toLowerCase().replaceAll(/\W/g, '_'));
      return new Set(names).size < names.length;
    });
    expect(placesOf(same)).toEqual([]);
  });

  it('has a schema with the list of codes for each error of each operation, and at least one of the 4xx', () => {
    const lacking = operations.flatMap(({ location, operation }) => {
      const errors = Object.entries(Object(operation.responses)).filter(([status]) => status >= '400');
      const untyped = errors.filter(([, response]) => {
        const { properties } = resolved(Object(Object(Object(response).content)['application/json']).schema);
        return !Array.isArray(resolved(Object(properties).code).enum);
      });
      const faults = untyped.map(([status]) => `${location} ${status}`);
      return errors.some(([status]) => status.startsWith('4')) ? faults : [...faults, `${location} 4xx`];
    });
    expect(operations).toHaveLength(ENDPOINTS.length);
    expect(lacking).toEqual([]);
  });
});
