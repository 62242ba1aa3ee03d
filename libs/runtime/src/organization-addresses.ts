import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from './config.js';
import { CONFIG } from './runtime-module.js';

/** What the Host header of a request says of the organization it is meant for. */
export type NamedByHost =
  | { readonly kind: 'organization'; readonly stringId: string }
  /** localhost, an address, or the installation's own host: the key or the e-mail address decides. */
  | { readonly kind: 'bare' }
  /** No host of this installation. */
  | { readonly kind: 'unknown' };

/** Where organizations are reached: `<string id>.<EXTERNAL_HOST>`. Ports do not matter when a host is read: a proxy may listen elsewhere. */
@Injectable()
export class OrganizationAddresses {
  private readonly installation: string;

  constructor(@Inject(CONFIG) private readonly config: Pick<ServiceConfig, 'EXTERNAL_HOST' | 'EXTERNAL_SCHEME'>) {
    this.installation = withoutPort(config.EXTERNAL_HOST);
  }

  /** Of the installation, where no organization is named. */
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

  /** The host without port: the domain of addresses that the installation makes up (`user7@...`). */
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
