import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { FailedLogins, sourceOf } from './failed-logins.js';

const WRONG_GUESSES: ReadonlySet<string> = new Set([apiErrors.authenticationFailed().code, apiErrors.wrongCode().code]);

/** Limits and logs guesses: of passwords, and of codes of a second factor. */
@Injectable()
export class PasswordAttempts {
  constructor(
    private readonly limits: RequestLimits,
    private readonly failures: FailedLogins,
  ) {}

  /** @throws ApiError RATE_LIMIT_HIT, or what the attempt throws */
  async execute<T>(request: FastifyRequest, username: string, attempt: () => Promise<T>): Promise<T> {
    try {
      return await this.limits.logIn(request, username, attempt);
    } catch (error) {
      if (error instanceof ApiError && WRONG_GUESSES.has(error.code)) this.failures.note('password', error.code, sourceOf(request));
      throw error;
    }
  }
}
