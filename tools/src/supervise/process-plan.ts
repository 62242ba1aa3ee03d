import { serversIn } from '../terminal/require-url.js';
import type { Account } from './run-program.js';

/** Everything that is needed to start a process, to check its readiness, and to stop it. */
export interface ProcessPlan {
  /** Unique within a suite, such as `event-queue-2` or `postgres`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the process. Nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly account?: Account | undefined;
  /** Standard output and standard error are appended here. */
  readonly logFile: string;
  /** Requests the process to finish its work and to end. */
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** The process is killed after this time. */
  readonly stopDeadlineMs: number;
  readonly readyDeadlineMs: number;
  /** The address for its users. It may contain a password, so it is displayed only with {@link shownUrl}. */
  readonly url: string;
  /** The address that {@link isReady} checks. */
  readonly readyUrl: string;
}

/** A URL without its credentials and path. */
export function shownUrl(url: string): string {
  const shown = new URL(serversIn(url)[0] ?? url);
  return `${shown.protocol}//${shown.host}`;
}
