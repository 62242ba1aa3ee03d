export interface StoreOptions {
  /** The server's binary. */
  readonly program: string;
  /** On 127.0.0.1. */
  readonly port: number;
  readonly logFile: string;
  /** undefined = no login required. Only for temporary data. */
  readonly password: string | undefined;
  /** false = data may be lost in a crash, for tests without crashes. */
  readonly durable: boolean;
}
