import { type BaseConfig, baseConfig } from '@parley/runtime';

/** The command line only calls services. */
export const adminConfig = baseConfig;
export type AdminConfig = BaseConfig;
