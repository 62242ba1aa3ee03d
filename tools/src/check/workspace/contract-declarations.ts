import type { CallExpression, Expression, Function as FunctionNode, ObjectExpression } from 'oxc-parser';
import type { SourceFile } from './source-file.js';
import { keyName } from './syntax.js';
import { on } from './walk-syntax.js';
import type { Workspace } from './workspace.js';

/** An endpoint or service call declared in libs/contracts. */
export interface DeclaredContract {
  readonly kind: 'endpoint' | 'serviceCall';
  /** The name that handlers use: `sendMessage`, or `registerParts.channels`. */
  readonly reference: string;
  readonly file: string;
  readonly line: number;
  /** Undefined if the declaration has it in a form that this parser does not support. */
  readonly service: string | undefined;
  /** Endpoints only. */
  readonly method: string | undefined;
  readonly path: string | undefined;
  /** The gateway serves it itself (GET /events). */
  readonly heldByGateway: boolean;
}

/** A function that creates contracts: `endpoint` and `serviceCall` themselves, and functions of libs/contracts that wrap them. */
interface Maker {
  readonly kind: 'endpoint' | 'serviceCall';
  serviceOf(call: CallExpression): string | undefined;
}

const serviceInSpec = (call: CallExpression) => textAt(specOf(call), 'service');

export function declaredContracts(workspace: Workspace): DeclaredContract[] {
  const sources = workspace.sources.filter((source) => source.project.name === 'contracts' && !source.isTest);
  const makers = new Map<string, Maker>([
    ['endpoint', { kind: 'endpoint', serviceOf: serviceInSpec }],
    ['serviceCall', { kind: 'serviceCall', serviceOf: serviceInSpec }],
  ]);
  for (const source of sources) addWrappers(source, makers);
  return sources.flatMap((source) => contractsOf(source, makers));
}

function addWrappers(source: SourceFile, makers: Map<string, Maker>): void {
  source.visit(
    on('FunctionDeclaration', (node) => {
      const name = node.id?.name;
      if (!name || makers.has(name) || !node.body) return;
      const inner = makerCallsIn(source, node, makers)[0];
      if (inner) makers.set(name, wrapperOf(node, inner.call, inner.maker));
    }),
  );
}

function makerCallsIn(source: SourceFile, within: FunctionNode, makers: ReadonlyMap<string, Maker>) {
  const calls: { call: CallExpression; maker: Maker }[] = [];
  source.visit(
    on('CallExpression', (call) => {
      const maker = makerOf(call, makers);
      if (maker && call.start > within.start && call.end < within.end) calls.push({ call, maker });
    }),
  );
  return calls;
}

function wrapperOf(wrapper: FunctionNode, inner: CallExpression, maker: Maker): Maker {
  const fixed = maker.serviceOf(inner);
  const position = wrapper.params.findIndex((param) => param.type === 'Identifier' && param.name === 'service');
  return {
    kind: maker.kind,
    serviceOf: (call) => {
      if (fixed) return fixed;
      const argument = position === -1 ? undefined : call.arguments[position];
      return argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : serviceInSpec(call);
    },
  };
}

/** `export const name = maker(...)` and `export const names = { key: maker(...) }`. */
function contractsOf(source: SourceFile, makers: ReadonlyMap<string, Maker>): DeclaredContract[] {
  const contracts: DeclaredContract[] = [];
  const collect = (reference: string, value: Expression): void => {
    if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') {
      collect(reference, value.expression);
      return;
    }
    if (value.type === 'ObjectExpression') {
      for (const property of value.properties) {
        if (property.type === 'Property') collect(`${reference}.${keyName(property.key)}`, property.value);
      }
      return;
    }
    const maker = value.type === 'CallExpression' ? makerOf(value, makers) : undefined;
    if (value.type === 'CallExpression' && maker) contracts.push(contractOf(source, reference, value, maker));
  };
  source.visit(
    on('ExportNamedDeclaration', ({ declaration }) => {
      if (declaration?.type !== 'VariableDeclaration') return;
      for (const { id, init } of declaration.declarations) {
        if (id.type === 'Identifier' && init) collect(id.name, init);
      }
    }),
  );
  return contracts;
}

function contractOf(source: SourceFile, reference: string, call: CallExpression, maker: Maker): DeclaredContract {
  const spec = specOf(call);
  return {
    kind: maker.kind,
    reference,
    file: source.path,
    line: source.lineAt(call.start),
    service: maker.serviceOf(call),
    method: textAt(spec, 'method'),
    path: textAt(spec, 'path'),
    heldByGateway: literalAt(spec, 'heldByGateway') === true,
  };
}

function makerOf(call: CallExpression, makers: ReadonlyMap<string, Maker>): Maker | undefined {
  return call.callee.type === 'Identifier' ? makers.get(call.callee.name) : undefined;
}

function specOf(call: CallExpression): ObjectExpression | undefined {
  return call.arguments.find((argument) => argument.type === 'ObjectExpression');
}

function literalAt(spec: ObjectExpression | undefined, key: string): unknown {
  for (const property of spec?.properties ?? []) {
    if (property.type === 'Property' && keyName(property.key) === key && property.value.type === 'Literal') return property.value.value;
  }
  return undefined;
}

function textAt(spec: ObjectExpression | undefined, key: string): string | undefined {
  const value = literalAt(spec, key);
  return typeof value === 'string' ? value : undefined;
}
