import type { LoggerService } from '@nestjs/common';
import { type Logger as PinoLogger, pino } from 'pino';
import { requestContext } from './request-context.js';

export type Logger = PinoLogger;

/** Names whose values never reach a log, wherever they stand in an object. */
const SECRET_NAMES = ['authorization', 'password', 'api_key', 'apiKey', 'token', 'content', 'secret'];

/** Where PostgreSQL's errors quote the row that failed, a message's text among it. */
const FAILED_ROWS = 'err.meta.driverAdapterError.cause.detail';

/** Structured lines on standard output; each carries service, instance and, inside a call, request id, organization and user. */
export function createLogger(options: { service: string; instance: string; level: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service, instance: options.instance },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...requestContext() }),
    redact: { paths: [FAILED_ROWS, ...SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])], censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
  });
}

/** Nest's own messages through the same logger. Its boot chatter is debug. */
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
