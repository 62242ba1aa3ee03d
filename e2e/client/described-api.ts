import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

/** The parts of an OpenAPI document that are used here. */
interface ApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly headers?: Readonly<Record<string, unknown>>; readonly content?: Readonly<Record<string, unknown>> }>
  >;
}

/** An answer as received over HTTP. */
export interface Exchange {
  readonly method: string;
  /** Path and query of the request. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const API_PREFIX = '/api/v1';
const DOCUMENT = 'openapi.json';
const ANYWHERE: Readonly<Record<number, string>> = { 404: 'NotFoundError', 405: 'MethodNotAllowedError' };
const EVENTS_PATH = '/events';
const MAX_FAULTS = 3;

/**
 * Compares answers with the OpenAPI document. Everything that the document does not declare is a fault: a status, a code, a text that an
 * error does not have, a field that an answer or an event does not have, at any depth.
 */
export class DescribedApi {
  /** Configured for fast compilation, because each test file repeats it. Other tests check the document itself. */
  private readonly ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly places: readonly Place[];
  private readonly eventSchemas: ReadonlySet<string>;

  constructor(document: ApiDocument) {
    // A schema for any of sixty events takes long to compile and produces useless errors. So each event is compared with the schema of its
    // own type.
    const components = { ...document.components, schemas: { ...document.components.schemas, Event: {} } };
    this.ajv.addSchema({ ...document, $id: DOCUMENT, components });
    this.eventSchemas = new Set(Object.keys(document.components.schemas).filter((name) => name.endsWith('Event')));
    const places = Object.entries(document.paths).sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1));
    const found = (patternOf: (path: string) => RegExp) =>
      places.map(([path, operations]) => ({ path, pattern: patternOf(path), operations }));
    this.places = [...found(exactPattern), ...found(openPattern)];
  }

  /** One sentence for each fault, up to a maximum. */
  faultsOf(exchange: Exchange): readonly string[] {
    const path = pathBelowApi(exchange.path);
    const { method, status, headers, text } = exchange;
    if (path === undefined || path === `/${DOCUMENT}` || text === '') return [];
    const exchangeText = `${method} ${path} answered ${status}`;
    const place = this.places.find(({ pattern }) => pattern.test(path));
    const response = place?.operations[method.toLowerCase()]?.responses[status];
    const [type = ''] = String(headers['content-type']).split(';');
    if (type === 'text/plain' && response?.content?.[type] !== undefined) return [];
    if (type !== 'application/json') return [`${exchangeText} with the type ${String(headers['content-type'])}`];
    const body: unknown = JSON.parse(text);
    if (this.isOfNoEndpoint(status, body)) return [];
    if (place === undefined || response === undefined) return [`${exchangeText}, which is not among its responses: ${text.slice(0, 200)}`];
    const schema = ['paths', place.path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json', 'schema'];
    const missing = Object.keys(response.headers ?? {}).filter((name) => name === 'Retry-After' && headers['retry-after'] === undefined);
    return [
      ...missing.map((name) => `${exchangeText} without the header ${name}`),
      ...[...this.faultsOfBody(schema, body), ...this.faultsOfEvents(path, body)].map((fault) => `${exchangeText}, but ${fault}`),
    ];
  }

  private faultsOfEvents(path: string, body: unknown): readonly string[] {
    const events: unknown = path === EVENTS_PATH ? Object(body).events : [];
    return Array.isArray(events) ? events.flatMap((event) => this.faultsOfEvent(event)).slice(0, MAX_FAULTS) : [];
  }

  /** Whether this is an answer to an unknown path or method, which is possible at any address. */
  private isOfNoEndpoint(status: number, body: unknown): boolean {
    const schema = ANYWHERE[status];
    return schema !== undefined && this.validatorOf(['components', 'schemas', schema])(body);
  }

  private faultsOfBody(schema: readonly string[], body: unknown): readonly string[] {
    const validate = this.validatorOf(schema);
    return validate(body) ? [] : [sentence(validate.errors, body)];
  }

  private faultsOfEvent(event: unknown): readonly string[] {
    const { type, op } = Object(event) as { readonly type?: unknown; readonly op?: unknown };
    const name = [type, op].filter((word) => typeof word === 'string').join('_');
    const schema = `${name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
    if (!this.eventSchemas.has(schema)) return [`its event ${name} is not declared in libs/client-events/src/formats`];
    const validate = this.validatorOf(['components', 'schemas', schema]);
    return validate(event) ? [] : [`its event ${name} is wrong: ${sentence(validate.errors, event)}`];
  }

  private validatorOf(schema: readonly string[]): ValidateFunction {
    const pointer = schema.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const known = this.validators.get(pointer) ?? this.ajv.compile({ $ref: `${DOCUMENT}#/${pointer}` });
    this.validators.set(pointer, known);
    return known;
  }
}

interface Place {
  readonly path: string;
  readonly pattern: RegExp;
  readonly operations: Readonly<Record<string, Operation>>;
}

function exactPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`);
}

/** For a path whose last parameter takes the rest, including slashes. */
function openPattern(path: string): RegExp {
  return exactPattern(path.replace(/\{\w+\}$/, '.*'));
}

/** Literal parts take precedence over parameters. */
function rankOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '~');
}

function pathBelowApi(path: string): string | undefined {
  const [place = ''] = path.split('?');
  return place.startsWith(`${API_PREFIX}/`) ? place.slice(API_PREFIX.length) : undefined;
}

function sentence(errors: readonly ErrorObject[] | null | undefined, value: unknown): string {
  const [first] = errors ?? [];
  const { additionalProperty } = Object(first?.params) as { readonly additionalProperty?: string };
  const what = additionalProperty === undefined ? `${first?.message}` : `it has the field ${additionalProperty}, which is not declared`;
  return `${first?.instancePath || 'its body'}: ${what} in ${JSON.stringify(value).slice(0, 300)}`;
}
