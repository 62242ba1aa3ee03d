import type { BaseConfig } from '@parley/runtime';

/**
 * Where the gateway answers on this machine whatever resolves names: a bare loopback address. There the API key names the organization
 * (spec section 5).
 */
export function baseUrlOf({ EXTERNAL_HOST, EXTERNAL_SCHEME }: Pick<BaseConfig, 'EXTERNAL_HOST' | 'EXTERNAL_SCHEME'>): string {
  const { port } = new URL(`${EXTERNAL_SCHEME}://${EXTERNAL_HOST}`);
  return `${EXTERNAL_SCHEME}://127.0.0.1${port === '' ? '' : `:${port}`}`;
}
