import type { StoreName } from '../stores/store-programs.js';
import type { Progress } from '../terminal/progress.js';
import type { Replicas } from './services.js';
import type { Environment } from './suite-environment.js';

export interface SuiteOptions {
  /** Holds the data, the logs, the secrets and demo.json. One suite per directory at a time; the data is there again at the next start. */
  readonly directory: string;
  readonly replicas?: Replicas;
  /** Takes orders of `npm run scale`. Gateways are then behind a balancer from the start. */
  readonly scalable?: boolean;
  /** Where clients connect. Absent: a free port of 127.0.0.1. */
  readonly port?: number;
  readonly host?: string;
  /** Stores to use instead of private ones. They are neither started nor stopped. */
  readonly givenStores?: Partial<Record<StoreName, string>>;
  /** false = PostgreSQL and Redis may lose data when they are killed. */
  readonly durable?: boolean;
  /** Catches all mail of the services and shows it. */
  readonly mailbox?: boolean;
  /** Added to the environment of every service. */
  readonly environment?: Environment;
  readonly progress?: Progress;
  /** Throws away the data of the private stores first. */
  readonly reset?: boolean;
  /** Done when the directory is ours and before anything is started: the build of `npm start`. */
  readonly prepare?: (progress: Progress) => Promise<void>;
  /** Aborting it ends a start that is under way. */
  readonly signal?: AbortSignal;
}
