import type { Rule, Violation } from '../rule.js';
import { type DeclaredContract, declaredContracts } from '../workspace/contract-declarations.js';
import type { SourceFile } from '../workspace/source-file.js';
import { memberPath } from '../workspace/syntax.js';
import { on } from '../workspace/walk-syntax.js';

const DECORATORS = ['Serves', 'ServesRawJson'];

interface Handler {
  readonly reference: string;
  readonly app: string;
  readonly file: string;
  readonly line: number;
}

export const contractHandlers: Rule = {
  name: 'contract-handlers',
  description:
    'Each endpoint and service call has exactly one handler, @Serves(contract) or @ServesRawJson(contract), in the app of its service.',
  check: (workspace) => {
    const contracts = declaredContracts(workspace);
    const handlers = workspace.sources.filter((source) => source.project.kind === 'app' && !source.isTest).flatMap(handlersIn);
    const known = new Set(contracts.map(({ reference }) => reference));
    return [
      ...contracts.flatMap((contract) =>
        judge(
          contract,
          handlers.filter(({ reference }) => reference === contract.reference),
        ),
      ),
      ...handlers.filter(({ reference }) => !known.has(reference)).map(unknownContract),
    ];
  },
};

function handlersIn(source: SourceFile): Handler[] {
  const importedAs = new Map<string, string>();
  const handlers: Handler[] = [];
  source.visit(
    on('ImportDeclaration', (node) => {
      for (const specifier of node.specifiers) {
        if (specifier.type !== 'ImportSpecifier') continue;
        importedAs.set(specifier.local.name, specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value);
      }
    }),
    on('Decorator', ({ expression, start }) => {
      if (expression.type !== 'CallExpression' || !DECORATORS.includes(memberPath(expression.callee).join('.'))) return;
      const [contract] = expression.arguments;
      const [local = '', ...keys] = contract && contract.type !== 'SpreadElement' ? memberPath(contract) : [];
      const reference = [importedAs.get(local) ?? local, ...keys].join('.');
      handlers.push({ reference, app: source.project.name, file: source.path, line: source.lineAt(start) });
    }),
  );
  return handlers;
}

function judge(contract: DeclaredContract, handlers: readonly Handler[]): Violation[] {
  const at = { file: contract.file, line: contract.line };
  const { reference, service } = contract;
  if (!service) {
    return [
      { ...at, message: `${reference} does not say its service as a plain text.`, fix: "Write service: '<app>' in the declaration." },
    ];
  }
  if (contract.heldByGateway) return handlers.map((handler) => tooMany(contract, handler, 'the gateway answers it itself (heldByGateway)'));
  const [first, ...others] = handlers;
  if (!first) {
    return [
      {
        ...at,
        message: `${reference} has no handler.`,
        fix: `Add a method with @Serves(${reference}) to a controller of apps/${service}.`,
      },
    ];
  }
  const strays = handlers.filter(({ app }) => app !== service).map((handler) => misplaced(contract, handler, service));
  return [...strays, ...others.map((other) => tooMany(contract, other, `${first.file}:${first.line} serves it`))];
}

function misplaced({ reference }: DeclaredContract, { file, line, app }: Handler, service: string): Violation {
  return {
    file,
    line,
    message: `${reference} belongs to ${service} but is served by ${app}.`,
    fix: `Move the handler to apps/${service}.`,
  };
}

function tooMany({ reference }: DeclaredContract, { file, line }: Handler, because: string): Violation {
  return { file, line, message: `${reference} has a second handler: ${because}.`, fix: 'Remove one of them.' };
}

function unknownContract({ reference, file, line }: Handler): Violation {
  return {
    file,
    line,
    message: `@Serves(${reference}) refers to no exported contract of libs/contracts.`,
    fix: 'Declare it with endpoint(...) or serviceCall(...) as an exported constant.',
  };
}
