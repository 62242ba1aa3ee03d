import { busLogins, passwordVariable, writtenAuthorization, writtenSecondUsers } from './bus-users.js';

const AUTHORIZATION = 'authorization {';

/** The users of NATS in the configurations below deploy/, by path. What is before them is written by hand. */
function authorizations(): ReadonlyMap<string, string> {
  const passwordOf = (name: string) => `$${passwordVariable('NATS', name)}`;
  const logins = busLogins(['cell-1', 'cell-2']);
  return new Map([
    ['deploy/nats.conf', writtenAuthorization(passwordOf)],
    ['deploy/nats-second-users.conf', writtenAuthorization(passwordOf, { more: writtenSecondUsers(passwordOf) })],
    ['deploy/nats-cells.conf', writtenAuthorization(passwordOf, { logins })],
    ['deploy/nats-cells-second-users.conf', writtenAuthorization(passwordOf, { logins, more: writtenSecondUsers(passwordOf, logins) })],
  ]);
}

/** Those files, with the users of today. `read` returns the text of a file. */
export function natsFiles(read: (path: string) => string): ReadonlyMap<string, string> {
  return new Map(
    [...authorizations()].map(([path, users]) => {
      const text = read(path);
      return [path, text.slice(0, text.indexOf(AUTHORIZATION)) + users];
    }),
  );
}
