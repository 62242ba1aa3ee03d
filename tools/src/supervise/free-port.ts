import { createServer } from 'node:net';

/**
 * Ports below the range that systems hand out for outgoing connections (32768 and up on Linux, 49152 on macOS), so that a port found free
 * is not taken by some connection before its server has it.
 */
const lowestPort = 20_000;
const highestPort = 32_000;
const handedOut = new Set<number>();

/** A port on 127.0.0.1 that nobody listens on, and that this process did not hand out before. `preferred` is taken when it is free. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && !handedOut.has(preferred) && (await isPortFree(preferred))) {
    handedOut.add(preferred);
    return preferred;
  }
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort));
    if (handedOut.has(port) || !(await isPortFree(port))) continue;
    handedOut.add(port);
    return port;
  }
}

export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
