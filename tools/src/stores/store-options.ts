export interface StoreOptions {
  /** The server's binary. */
  readonly program: string;
  /** On 127.0.0.1. */
  readonly port: number;
  readonly logFile: string;
  /** undefined = whoever reaches the port may come in. Only for throw-away data. */
  readonly password: string | undefined;
  /** false = may lose everything in a crash, for tests that do not crash it. */
  readonly durable: boolean;
}
