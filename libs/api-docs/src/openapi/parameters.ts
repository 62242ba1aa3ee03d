import { type Endpoint, fileRulesOf, Param, requiresFile, takesWholeRequest } from '@parley/contracts';
import { isPlainScalar, type JsonSchema, jsonSchemaOf } from './json-schema.js';
import { schemaName, schemaReference } from './schema-names.js';

type Named = readonly [name: string, param: Param<unknown>];

const JSON_TYPE = 'application/json';

/** Query and path parameters of an endpoint in OpenAPI. */
export function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const named = Object.entries(endpoint.params);
  const path = named.filter(([, { encoding }]) => encoding === 'path').map((field) => pathParameter(endpoint, field));
  return takesForm(endpoint)
    ? path
    : [...path, ...fieldsOf(endpoint).flatMap((field) => [queryParameter(endpoint, field), ...oldQueryParameters(endpoint, field)])];
}

/** The form or JSON body of an endpoint that is not GET or DELETE. The same fields are also accepted as query and multipart. */
export function requestBodyOf(endpoint: Endpoint): JsonSchema | undefined {
  if (takesWholeRequest(endpoint)) {
    const anything = { schema: { description: 'What the sender sends.' } };
    return { required: true, content: { [JSON_TYPE]: anything, 'application/x-www-form-urlencoded': anything } };
  }
  const fields = fieldsOf(endpoint);
  if (!hasBody(endpoint)) return undefined;
  const required = requiredOf(fields);
  const schemaFor = (kind: BodyKind) => ({ schema: schemaReference(schemaName(endpoint.name, kind)) });
  if (requiresFile(endpoint)) return { required: true, content: { 'multipart/form-data': schemaFor('form') } };
  const asJson = fields
    .filter(([, param]) => travelsAsJson(param))
    .flatMap(([name, { options }]) => [name, ...options.aliases].map((each) => [each, { contentType: JSON_TYPE }]));
  const encoding = asJson.length > 0 ? { encoding: Object.fromEntries(asJson) } : {};
  const withFile = fileRulesOf(endpoint) === undefined ? {} : { 'multipart/form-data': { ...schemaFor('upload'), ...encoding } };
  return {
    required: required.length > 0,
    content: {
      'application/x-www-form-urlencoded': { ...schemaFor('form'), ...encoding },
      [JSON_TYPE]: schemaFor('json'),
      ...withFile,
    },
  };
}

/** `upload`: the form with a file, if the endpoint can be called without one. */
type BodyKind = 'form' | 'json' | 'upload';

/** The fields of the body. Form and JSON have the same fields but separate schemas, because generated clients distinguish them by type. */
export function bodySchemasOf(endpoint: Endpoint): Record<string, JsonSchema> {
  if (!hasBody(endpoint)) return {};
  const fields = fieldsOf(endpoint);
  const named = (kind: BodyKind, some: readonly Named[]) => [schemaName(endpoint.name, kind), bodySchema(some)] as const;
  if (requiresFile(endpoint)) return Object.fromEntries([named('form', fields)]);
  const withoutFile = fields.filter(([, { encoding }]) => encoding !== 'file');
  const withFile = fileRulesOf(endpoint) === undefined ? [] : [named('upload', fields)];
  return Object.fromEntries([named('form', withoutFile), named('json', withoutFile), ...withFile]);
}

function bodySchema(fields: readonly Named[]): JsonSchema {
  const required = requiredOf(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.flatMap((field) => [bodyField(field), ...oldBodyFields(field)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function hasBody(endpoint: Endpoint): boolean {
  return takesForm(endpoint) && fieldsOf(endpoint).length > 0;
}

function requiredOf(fields: readonly Named[]): string[] {
  return fields.filter(([, { options }]) => options.required).map(([name]) => name);
}

/** GET and DELETE have their fields in the query string, and endpoints whose body is not theirs to define. */
export function takesForm(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !takesWholeRequest(endpoint);
}

function fieldsOf(endpoint: Endpoint): Named[] {
  return Object.entries(endpoint.params).filter(([, { encoding }]) => encoding !== 'path' && encoding !== 'request');
}

function pathParameter(endpoint: Endpoint, [name, param]: Named): JsonSchema {
  const schema = titled(endpoint, name, schemaOf(param));
  return { name, in: 'path', required: true, schema, ...annotationsOf(param), ...exampleOf(param) };
}

function queryParameter(endpoint: Endpoint, [name, param]: Named): JsonSchema {
  const schema = titled(endpoint, name, schemaOf(param));
  return { name, in: 'query', required: param.options.required, ...queryValue(param, schema, exampleOf(param)), ...annotationsOf(param) };
}

function queryValue(param: Param<unknown>, schema: JsonSchema, example: JsonSchema): JsonSchema {
  return travelsAsJson(param) ? { content: { [JSON_TYPE]: { schema, ...example } } } : { schema, ...example };
}

/** Aliases. Without the default: a client that sends all defaults would send the parameter twice, which is rejected. */
function oldQueryParameters(endpoint: Endpoint, [name, param]: Named): JsonSchema[] {
  return param.options.aliases.map((alias) => ({
    name: alias,
    in: 'query',
    required: false,
    ...queryValue(param, titled(endpoint, alias, valuesOf(param)), {}),
    ...isOldNameOf(name),
  }));
}

function bodyField([name, param]: Named): [string, JsonSchema] {
  return [name, { ...schemaOf(param), ...annotationsOf(param), ...exampleOf(param) }];
}

function oldBodyFields([name, param]: Named): [string, JsonSchema][] {
  return param.options.aliases.map((alias) => [alias, { ...valuesOf(param), ...isOldNameOf(name) }]);
}

function isOldNameOf(name: string): JsonSchema {
  return { deprecated: true, description: `Alias of \`${name}\`.` };
}

/** Lists and objects are JSON text in their field. */
export function travelsAsJson(param: Param<unknown>): boolean {
  return param.encoding === 'json' && !isPlainScalar(schemaOf(param));
}

function schemaOf(param: Param<unknown>): JsonSchema {
  const { defaultValue } = param.options;
  return defaultValue === undefined ? valuesOf(param) : { ...valuesOf(param), default: defaultValue };
}

/** Without the default. */
function valuesOf({ encoding, schema, options }: Param<unknown>): JsonSchema {
  if (encoding === 'file') return { type: 'string', format: 'binary' };
  return { ...jsonSchemaOf(schema, 'input'), ...(options.values === undefined ? {} : { enum: [...options.values] }) };
}

/** Generators name types by titles, so titles must be unique. */
function titled(endpoint: Endpoint, name: string, schema: JsonSchema): JsonSchema {
  return { title: schemaName(endpoint.name, name), ...schema };
}

function annotationsOf({ options }: Param<unknown>): JsonSchema {
  const { description = '', deprecated } = options;
  return { ...(description === '' ? {} : { description }), ...(deprecated === true ? { deprecated: true } : {}) };
}

function exampleOf({ options }: Param<unknown>): JsonSchema {
  return options.example === undefined ? {} : { example: options.example };
}
