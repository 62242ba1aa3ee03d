import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Ceiling {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Starts one of the ceiling programs and waits until it is ready. */
export async function startCeiling(
  program: 'send-ceiling' | 'poll-ceiling' | 'register-ceiling',
  args: readonly string[] = [],
): Promise<Ceiling> {
  const child: ChildProcess = fork(fileURLToPath(new URL(`./${program}.js`, import.meta.url)), args);
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${program} ended before it was ready`);
    }),
  ])) as [{ url: string }];
  return { url: ready.url, pid: child.pid ?? 0, stop: () => void child.kill() };
}
