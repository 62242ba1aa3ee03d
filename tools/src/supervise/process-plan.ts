import { serversIn } from '../terminal/require-url.js';
import type { Account } from './run-program.js';

/** All that must be known to start one process, to tell when it is ready, and to stop it. */
export interface ProcessPlan {
  /** Unique within a suite, such as `event-queue-2` or `postgres`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the process; nothing is inherited beside it. */
  readonly env: Readonly<Record<string, string>>;
  readonly account?: Account | undefined;
  /** Standard output and standard error are appended here. */
  readonly logFile: string;
  /** Asks the process to finish what it holds and to end. */
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** After this it is killed. */
  readonly stopDeadlineMs: number;
  readonly readyDeadlineMs: number;
  /** Where it answers its users. May hold a password, so it is shown only through {@link shownUrl}. */
  readonly url: string;
  /** What {@link isReady} asks. */
  readonly readyUrl: string;
}

/** A URL without its credentials and path. */
export function shownUrl(url: string): string {
  const shown = new URL(serversIn(url)[0] ?? url);
  return `${shown.protocol}//${shown.host}`;
}
