import { type Endpoint, fileRulesOf } from '../contract.js';
import type { Param } from '../wire/param.js';
import { isPlainScalar, type JsonSchema, jsonSchemaOf } from './json-schema.js';

type Named = readonly [name: string, param: Param<unknown>];

const JSON_TYPE = 'application/json';

/** Query and path parameters of an endpoint as OpenAPI has them. */
export function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const named = Object.entries(endpoint.params);
  const path = named.filter(([, { encoding }]) => encoding === 'path').map(pathParameter);
  return takesForm(endpoint)
    ? path
    : [...path, ...fieldsOf(endpoint).flatMap((field) => [queryParameter(field), ...oldQueryParameters(field)])];
}

/** The form or JSON body of an endpoint that changes something; the same fields are also accepted as query and multipart. */
export function requestBodyOf(endpoint: Endpoint): JsonSchema | undefined {
  const fields = fieldsOf(endpoint);
  if (!takesForm(endpoint) || fields.length === 0) return undefined;
  const required = fields.filter(([, { options }]) => options.required).map(([name]) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.flatMap((field) => [bodyField(field), ...oldBodyFields(field)])),
    ...(required.length > 0 ? { required } : {}),
  };
  if (fileRulesOf(endpoint) !== undefined) return { required: true, content: { 'multipart/form-data': { schema } } };
  const asJson = fields
    .filter(([, param]) => travelsAsJson(param))
    .flatMap(([name, { options }]) => [name, ...options.aliases].map((each) => [each, { contentType: JSON_TYPE }]));
  const encoding = asJson.length > 0 ? { encoding: Object.fromEntries(asJson) } : {};
  return {
    required: required.length > 0,
    content: { 'application/x-www-form-urlencoded': { schema, ...encoding }, [JSON_TYPE]: { schema } },
  };
}

/** GET and DELETE have their fields in the query string. */
export function takesForm({ method }: Endpoint): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

function fieldsOf(endpoint: Endpoint): Named[] {
  return Object.entries(endpoint.params).filter(([, { encoding }]) => encoding !== 'path');
}

function pathParameter([name, param]: Named): JsonSchema {
  return { name, in: 'path', required: true, schema: schemaOf(param), ...annotationsOf(param), ...exampleOf(param) };
}

function queryParameter([name, param]: Named): JsonSchema {
  return { name, in: 'query', required: param.options.required, ...queryValue(param, exampleOf(param)), ...annotationsOf(param) };
}

function queryValue(param: Param<unknown>, example: JsonSchema): JsonSchema {
  const schema = schemaOf(param);
  return travelsAsJson(param) ? { content: { [JSON_TYPE]: { schema, ...example } } } : { schema, ...example };
}

/** Other names it is accepted under. */
function oldQueryParameters([name, param]: Named): JsonSchema[] {
  return param.options.aliases.map((alias) => ({
    name: alias,
    in: 'query',
    required: false,
    ...queryValue(param, {}),
    ...isOldNameOf(name),
  }));
}

function bodyField([name, param]: Named): [string, JsonSchema] {
  return [name, { ...schemaOf(param), ...annotationsOf(param), ...exampleOf(param) }];
}

function oldBodyFields([name, param]: Named): [string, JsonSchema][] {
  return param.options.aliases.map((alias) => [alias, { ...schemaOf(param), ...isOldNameOf(name) }]);
}

function isOldNameOf(name: string): JsonSchema {
  return { deprecated: true, description: `Alias of \`${name}\`.` };
}

/** Lists and objects are JSON text inside their field. */
export function travelsAsJson(param: Param<unknown>): boolean {
  return param.encoding === 'json' && !isPlainScalar(schemaOf(param));
}

function schemaOf(param: Param<unknown>): JsonSchema {
  if (param.encoding === 'file') return { type: 'string', format: 'binary' };
  const schema = jsonSchemaOf(param.schema, 'input');
  const { defaultValue } = param.options;
  return defaultValue === undefined ? schema : { ...schema, default: defaultValue };
}

function annotationsOf({ options }: Param<unknown>): JsonSchema {
  const { description = '', deprecated } = options;
  return { ...(description === '' ? {} : { description }), ...(deprecated === true ? { deprecated: true } : {}) };
}

function exampleOf({ options }: Param<unknown>): JsonSchema {
  return options.example === undefined ? {} : { example: options.example };
}
