import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { BaseConfig } from './config.js';
import { CONFIG } from './runtime-module.js';

/** The organization that the Host header of a request names. */
export type NamedByHost =
  | { readonly kind: 'organization'; readonly stringId: string }
  /** localhost, an IP address, or the installation's own host: the API key or the e-mail address decides. */
  | { readonly kind: 'bare' }
  /** Not a host of this installation. */
  | { readonly kind: 'unknown' };

/** The addresses of organizations: `<string id>.<EXTERNAL_HOST>`. The port of a given host is ignored, because a proxy may listen on another. */
@Injectable()
export class OrganizationAddresses {
  private readonly installation: string;

  constructor(@Inject(CONFIG) private readonly config: Pick<BaseConfig, 'EXTERNAL_HOST' | 'EXTERNAL_SCHEME'>) {
    this.installation = withoutPort(config.EXTERNAL_HOST);
  }

  /** The host of the installation, without an organization. */
  get ownHost(): string {
    return this.config.EXTERNAL_HOST;
  }

  host(stringId: string): string {
    return `${stringId}.${this.config.EXTERNAL_HOST}`;
  }

  url(stringId: string): string {
    return this.urlOfHost(this.host(stringId));
  }

  urlOfHost(host: string): string {
    return `${this.config.EXTERNAL_SCHEME}://${host}`;
  }

  /** The host without port: the domain of generated e-mail addresses (`user7@...`). */
  mailDomain(stringId: string): string {
    return `${stringId}.${this.installation}`;
  }

  read(host: string): NamedByHost {
    const name = withoutPort(host);
    if (name === '' || name === 'localhost' || name === this.installation || isIP(name) !== 0) return { kind: 'bare' };
    const [stringId, ...parent] = name.split('.');
    if (stringId === undefined || stringId === '' || parent.join('.') !== this.installation) return { kind: 'unknown' };
    return { kind: 'organization', stringId };
  }
}

function withoutPort(host: string): string {
  const [, address] = /^\[([^\]]*)\]/.exec(host) ?? [];
  return address ?? host.replace(/:\d*$/, '').toLowerCase();
}
