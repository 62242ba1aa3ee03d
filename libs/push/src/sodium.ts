import type sodiumNamespace from 'libsodium-wrappers';

export type Sodium = typeof sodiumNamespace;
let loading: Promise<Sodium> | undefined;

/** libsodium is large, so it is loaded with the first device that encrypts. */
export function sodium(): Promise<Sodium> {
  loading ??= import('libsodium-wrappers').then(async ({ default: loaded }) => {
    await loaded.ready;
    return loaded;
  });
  return loading;
}
