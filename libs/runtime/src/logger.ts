import type { LoggerService } from '@nestjs/common';
import { type Logger as PinoLogger, pino } from 'pino';
import { loggedContext } from './request-context.js';

export type Logger = PinoLogger;

/** Names whose values are never logged. */
const SECRET_NAMES = ['authorization', 'password', 'api_key', 'apiKey', 'token', 'content', 'secret'];

/** PostgreSQL's errors quote the failed row there, which can contain the text of a message. */
const FAILED_ROWS = 'err.meta.driverAdapterError.cause.detail';

/** Structured lines on standard output; each carries service, instance and, inside a call, request id, organization and user. */
export function createLogger(options: { service: string; instance: string; level: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service, instance: options.instance },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...loggedContext() }),
    redact: { paths: [FAILED_ROWS, ...SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])], censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
  });
}

/** Nest's own messages through the same logger. Those of its boot are logged at debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, message instanceof Error ? message.message : String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}
