import { type Endpoint, fileRulesOf } from '../contract.js';
import type { Param } from '../wire/param.js';
import { isPlainScalar, type JsonSchema, jsonSchemaOf } from './json-schema.js';

type Named = readonly [name: string, param: Param<unknown>];

const JSON_TYPE = 'application/json';

/** Query and path parameters of an endpoint as OpenAPI has them. */
export function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const named = Object.entries(endpoint.params);
  const path = named.filter(([, { encoding }]) => encoding === 'path').map(pathParameter);
  return takesForm(endpoint) ? path : [...path, ...fieldsOf(endpoint).map(queryParameter)];
}

/** The form of an endpoint that changes something; the same fields are also accepted as query, multipart or JSON. */
export function requestBodyOf(endpoint: Endpoint): JsonSchema | undefined {
  const fields = fieldsOf(endpoint);
  if (!takesForm(endpoint) || fields.length === 0) return undefined;
  const required = fields.filter(([, { options }]) => options.required).map(([name]) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, param]) => [name, { ...schemaOf(param), ...annotationsOf(param), ...exampleOf(param) }]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
  if (fileRulesOf(endpoint) !== undefined) return { required: true, content: { 'multipart/form-data': { schema } } };
  const asJson = fields.filter(([, param]) => travelsAsJson(param)).map(([name]) => [name, { contentType: JSON_TYPE }]);
  const encoding = asJson.length > 0 ? { encoding: Object.fromEntries(asJson) } : {};
  return { required: required.length > 0, content: { 'application/x-www-form-urlencoded': { schema, ...encoding } } };
}

/** GET and DELETE have their fields in the query string. */
function takesForm({ method }: Endpoint): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

function fieldsOf(endpoint: Endpoint): Named[] {
  return Object.entries(endpoint.params).filter(([, { encoding }]) => encoding !== 'path');
}

function pathParameter([name, param]: Named): JsonSchema {
  return { name, in: 'path', required: true, schema: schemaOf(param), ...annotationsOf(param), ...exampleOf(param) };
}

function queryParameter([name, param]: Named): JsonSchema {
  const schema = schemaOf(param);
  const content = { [JSON_TYPE]: { schema, ...exampleOf(param) } };
  const value = travelsAsJson(param) ? { content } : { schema, ...exampleOf(param) };
  return { name, in: 'query', required: param.options.required, ...value, ...annotationsOf(param) };
}

/** Lists and objects are JSON text inside their field. */
function travelsAsJson(param: Param<unknown>): boolean {
  return param.encoding === 'json' && !isPlainScalar(schemaOf(param));
}

function schemaOf(param: Param<unknown>): JsonSchema {
  if (param.encoding === 'file') return { type: 'string', format: 'binary' };
  const schema = jsonSchemaOf(param.schema, 'input');
  const { defaultValue } = param.options;
  return defaultValue === undefined ? schema : { ...schema, default: defaultValue };
}

function annotationsOf({ options }: Param<unknown>): JsonSchema {
  const alias = options.aliases.length > 0 ? `Also accepted as ${options.aliases.map((name) => `\`${name}\``).join(', ')}.` : undefined;
  const description = [options.description, alias].filter((text) => text !== undefined).join(' ');
  return { ...(description === '' ? {} : { description }), ...(options.deprecated === true ? { deprecated: true } : {}) };
}

function exampleOf({ options }: Param<unknown>): JsonSchema {
  return options.example === undefined ? {} : { example: options.example };
}
