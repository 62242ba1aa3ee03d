import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface BareProcess {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

const ready = z.object({ url: z.string() });

/** Starts a bare program and waits until it is ready. */
export function startBare(program: 'bare-program' | 'bare-polls', args: readonly string[] = []): Promise<BareProcess> {
  const child: ChildProcess = fork(fileURLToPath(new URL(`./${program}.js`, import.meta.url)), args);
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${program} ended before it was ready`)));
    child.once('message', (message) => resolve({ url: ready.parse(message).url, pid: child.pid ?? 0, stop: () => void child.kill() }));
  });
}
