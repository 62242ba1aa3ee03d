import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { FailedLogins, sourceOf } from './failed-logins.js';

const WRONG_PASSWORD = apiErrors.authenticationFailed().code;

/** Limits and logs attempts to log in with a password. */
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
      if (error instanceof ApiError && error.code === WRONG_PASSWORD) this.failures.note('password', error.code, sourceOf(request));
      throw error;
    }
  }
}
