import { Injectable } from '@nestjs/common';
import { METRICS, OrganizationAddresses, Runtime } from '@parley/runtime';
import type { FastifyRequest } from 'fastify';

/** The origin of a login attempt. */
export interface LoginSource {
  readonly host: string;
  readonly address: string;
  readonly requestId: string;
}

export function sourceOf({ headers, ip, id }: FastifyRequest): LoginSource {
  return { host: headers.host ?? '', address: ip, requestId: id };
}

/**
 * Logs and counts wrong passwords and wrong API keys. Neither contains the user name, since people sometimes type passwords into that
 * field.
 */
@Injectable()
export class FailedLogins {
  private readonly counted;

  constructor(
    private readonly runtime: Runtime,
    private readonly organizations: OrganizationAddresses,
  ) {
    this.counted = runtime.metrics.counter(METRICS.failedLogins);
  }

  /**
   * `reason` is the error code of the answer. The organization is the one that the host names, whether it exists or not; null for a bare
   * host.
   */
  note(kind: 'password' | 'key', reason: string, { host, address, requestId }: LoginSource): void {
    this.counted.inc({ kind, reason });
    const named = this.organizations.read(host);
    const organization = named.kind === 'organization' ? named.stringId : null;
    this.runtime.logger.info({ kind, reason, address, organization, requestId }, 'failed login');
  }
}
