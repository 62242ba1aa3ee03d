import type { StoreName } from '../stores/store-programs.js';
import type { Progress } from '../terminal/progress.js';
import type { Replicas } from './services.js';
import type { Environment } from './suite-environment.js';

export interface SuiteOptions {
  /** The folder of the data, the logs, the secrets and demo.json. One suite per directory at a time; the data is kept for the next start. */
  readonly directory: string;
  readonly replicas?: Replicas;
  /** The number of cells, each with a PostgreSQL, a Redis and services of its own. Default: 1. */
  readonly cells?: number;
  /** The checkout whose built programs run, including its migration job. Default: this one. */
  readonly checkout?: string;
  /** Whether it accepts orders of `npm run scale`. Gateways then run behind a balancer from the start. */
  readonly scalable?: boolean;
  /** The port for clients. Default: a free port of 127.0.0.1. */
  readonly port?: number;
  readonly host?: string;
  /** Stores to use instead of private ones. They are neither started nor stopped. */
  readonly givenStores?: Partial<Record<StoreName, string>>;
  /** The program of a PgBouncer that runs between the services and each private PostgreSQL. Default: none runs. */
  readonly pooler?: string | undefined;
  /** false = PostgreSQL and Redis may lose data when they are killed. */
  readonly durable?: boolean;
  /** Whether to start a mailbox that receives all mail of the services. */
  readonly mailbox?: boolean;
  /** Whether to start a Prometheus that reads their metrics. */
  readonly observe?: boolean;
  /** Added to the environment of every service. */
  readonly environment?: Environment;
  readonly progress?: Progress;
  /** Whether to delete the data of the private stores first. */
  readonly reset?: boolean;
  /** Runs when the directory is claimed and before anything is started: the build of `npm start`. */
  readonly prepare?: (progress: Progress) => Promise<void>;
  /** Aborting it cancels the start. */
  readonly signal?: AbortSignal;
}

/** What differs for a replica that replaces another one. */
export interface Successor {
  /** Default: that of the suite. */
  readonly checkout?: string;
  /** Overrides the variables of the suite. */
  readonly environment?: Environment;
}
