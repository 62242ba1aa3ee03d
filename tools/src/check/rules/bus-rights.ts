import { BUS_USERS, type BusUser } from '../../stores/bus-users.js';
import type { Rule, Violation } from '../rule.js';
import { declaredContracts } from '../workspace/contract-declarations.js';
import type { SourceFile } from '../workspace/source-file.js';

const CALL = /\.(call|callForRawJson|enqueue)\(\s*([A-Za-z]\w*)\s*,/g;

export const busRights: Rule = {
  name: 'bus-rights',
  description: 'NATS allows each service the calls in its code (tools/src/stores/bus-users.ts).',
  check: (workspace) => {
    const serviceOf = new Map(declaredContracts(workspace).map(({ reference, service }) => [reference, service]));
    return workspace.sources.filter(({ isTest }) => !isTest).flatMap((source) => faultsOf(source, serviceOf));
  },
};

function faultsOf(source: SourceFile, serviceOf: ReadonlyMap<string, string | undefined>): Violation[] {
  return [...source.text.matchAll(CALL)].flatMap((match) => {
    const [, kind = '', name = ''] = match;
    const to = serviceOf.get(name);
    if (to === undefined) return [];
    // Any service that finds an outbox call may make it.
    const callers =
      kind === 'enqueue' ? BUS_USERS.filter(({ isService }) => isService) : BUS_USERS.filter((user) => user.name === source.project.name);
    const without = callers.filter((user) => !mayCall(user, to, name)).map((user) => user.name);
    if (without.length === 0) return [];
    return [
      {
        file: source.path,
        line: source.lineAt(match.index),
        message: `NATS does not allow ${without.join(', ')} to call ${name} of ${to}.`,
        fix: `Add it to ${kind === 'enqueue' ? 'OWED' : `the calls of ${source.project.name}`} in tools/src/stores/bus-users.ts and to deploy/nats.conf.`,
      },
    ];
  });
}

function mayCall({ calls }: BusUser, to: string, name: string): boolean {
  return calls === 'all' || (calls[to] ?? []).includes(name);
}
