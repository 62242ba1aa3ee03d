import type { BaseConfig } from '@parley/runtime';

/**
 * The address of the gateway on this machine, which needs no name resolution: a loopback address. For such a host, the API key determines
 * the organization.
 */
export function baseUrlOf({ EXTERNAL_HOST, EXTERNAL_SCHEME }: Pick<BaseConfig, 'EXTERNAL_HOST' | 'EXTERNAL_SCHEME'>): string {
  const { port } = new URL(`${EXTERNAL_SCHEME}://${EXTERNAL_HOST}`);
  return `${EXTERNAL_SCHEME}://127.0.0.1${port === '' ? '' : `:${port}`}`;
}
