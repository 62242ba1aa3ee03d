import type { Logger } from './logger.js';
import { returnMemoryAtRest } from './rest.js';

/** Longer than the longest call, shorter than the wait of supervisors before they kill. */
const STOP_DEADLINE_MS = 15_000;

/**
 * Runs `stop` once on SIGTERM or SIGINT, then exits. If it takes too long, the process exits anyway. An uncaught error is logged and ends the
 * process:
 * the supervisor starts a new one, which is safer than continuing in an unknown state.
 */
export function stopOnSignals(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const leave = (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    const cutOff = setTimeout(() => {
      logger.error('graceful shutdown timed out');
      process.exit(1);
    }, STOP_DEADLINE_MS);
    stop().then(
      () => {
        clearTimeout(cutOff);
        process.exit(exitCode);
      },
      (err: unknown) => {
        logger.error({ err }, 'graceful shutdown failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => leave(0));
  process.once('SIGINT', () => leave(0));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'uncaught exception');
    leave(1);
  });
  process.on('unhandledRejection', (err) => {
    logger.fatal({ err }, 'unhandled rejection');
    leave(1);
  });
}

/**
 * Runs `boot`, and lets the process return memory while it is at rest. If it fails, prints one clear line (invalid environment) or the error, and
 * exits with code 1.
 */
export function runMain(boot: () => Promise<unknown>): void {
  const booted = async (): Promise<unknown> => boot();
  booted()
    .then(returnMemoryAtRest)
    .catch((error: unknown) => {
      const text =
        error instanceof Error && error.name === 'ConfigError'
          ? error.message
          : String(error instanceof Error ? (error.stack ?? error.message) : error);
      process.stderr.write(`${text}\n`);
      process.exit(1);
    });
}
