import { readFileSync } from 'node:fs';
import { openApiDocument } from '@parley/api-docs';
import { CLIENT_EVENTS } from '@parley/client-events';
import type { Endpoint } from '@parley/contracts';

/** A placeholder in the document for the address at which it is opened. */
const ANY_SERVER = 'https://server.invalid';

/** The file beside the bundled gateway that contains the document. The local demo has further endpoints. */
export function builtDocument(isDemo: boolean): string {
  return isDemo ? 'openapi-demo.json' : 'openapi.json';
}

/** The OpenAPI document of these endpoints as JSON, without an address. */
export function documentText(endpoints: readonly Endpoint[]): string {
  return JSON.stringify(openApiDocument({ endpoints, clientEvents: CLIENT_EVENTS, baseUrl: ANY_SERVER }));
}

/**
 * The OpenAPI document of the gateway. Making it takes almost a second of processor time, so the build does it (build-outputs.ts). Tests run
 * without a build, and make it when it is first requested.
 */
export class ApiDocument {
  private parts: readonly string[] | undefined;
  private parsed: Readonly<Record<string, unknown>> | undefined;

  constructor(private readonly endpoints: readonly Endpoint[]) {}

  /** With this address, as JSON. */
  textAt(address: string): string {
    this.parts ??= (this.built() ?? documentText(this.endpoints)).split(ANY_SERVER);
    return this.parts.join(address);
  }

  /** The same as an object. The address occurs only in the top-level properties. */
  at(address: string): Record<string, unknown> {
    this.parsed ??= Object(JSON.parse(this.textAt(ANY_SERVER)));
    const { info, servers } = Object(this.parsed);
    return { ...this.parsed, ...JSON.parse(JSON.stringify({ info, servers }).replaceAll(ANY_SERVER, address)) };
  }

  private built(): string | undefined {
    const isDemo = this.endpoints.some(({ demoOnly }) => demoOnly === true);
    try {
      return readFileSync(new URL(builtDocument(isDemo), import.meta.url), 'utf8');
    } catch {
      return undefined;
    }
  }
}
