import { createServer } from 'node:net';
import { errorCode } from '../terminal/error-code.js';

/**
 * Ports below the range for outgoing connections (32768 and up on Linux, 49152 on macOS), so that no connection takes a free port before
 * its server listens.
 */
const lowestPort = 20_000;
const highestPort = 32_000;
const handedOut = new Set<number>();

/**
 * A port on 127.0.0.1 that is free, and that this process did not assign before.
 * @param preferred the first free one of these is used
 * @param avoided not used if no preferred one is free
 */
export async function freePort(preferred: readonly (number | undefined)[] = [], avoided: ReadonlySet<number> = new Set()): Promise<number> {
  for (const port of preferred) {
    if (port === undefined || handedOut.has(port) || !(await isPortFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort));
    if (handedOut.has(port) || avoided.has(port) || !(await isPortFree(port))) continue;
    handedOut.add(port);
    return port;
  }
}

export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await portRefusal(port, host)) === undefined;
}

/** The error code of an attempt to listen, such as EADDRINUSE or EACCES. undefined if a server can listen there. */
export function portRefusal(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(errorCode(error) ?? error.message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
