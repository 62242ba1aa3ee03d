import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as readingOver } from 'node:timers/promises';

/** How long clients may use a connection again after an answer. Node tells them: `Keep-Alive: timeout=65`. */
export const KEPT_MS = 65_000;
/** How much longer it stays open: for a request that was sent in time, and that a proxy or a busy machine delays. */
const GRACE_MS = 10_000;
const SWEEP_MS = 100;
/** Leaves time to close the rest before the process ends in any case (stop-signals.ts). */
const MAX_ANSWERS_MS = 10_000;

/**
 * Closes idle connections about `graceMs` after the time announced to clients, and never one on which a request has arrived. Node closes
 * them at about the announced time, and looks at its timers before it reads: a request that arrived while the process was busy got a reset.
 */
export function closeUnusedConnections(server: Server, graceMs = GRACE_MS): void {
  const bytesAtEnd = new WeakMap<Socket, number>();
  server.on('timeout', (socket: Socket) => {
    if (bytesAtEnd.get(socket) === socket.bytesRead) return void closeUnlessRequested(socket);
    bytesAtEnd.set(socket, socket.bytesRead);
    socket.setTimeout(graceMs);
  });
}

async function closeUnlessRequested(socket: Socket): Promise<void> {
  const { bytesRead } = socket;
  await readArrived();
  if (socket.bytesRead === bytesRead) socket.destroy();
}

/**
 * Accepts no new connections and closes those without a request. Resolves when the others have had their answers, or at
 * `limitMs`, when it cuts them: a slow client could read an answer for hours. A request that had arrived is answered, although nothing has read
 * it yet.
 */
export async function closeGently(server: Server, limitMs = MAX_ANSWERS_MS): Promise<void> {
  await readArrived();
  const closed = new Promise((resolve) => server.close(resolve));
  // An answer whose head was sent before the stop does not end its connection.
  const sweep = setInterval(() => void readArrived().then(() => server.closeIdleConnections()), SWEEP_MS);
  const limit = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearTimeout(limit);
  clearInterval(sweep);
}

/** Resolves right after the process has read what its connections have received. */
async function readArrived(): Promise<void> {
  await readingOver();
  // The first wait may end while an earlier read is still in progress, so it waits twice.
  await readingOver();
}
