import { connect, type NatsConnection, type PublishOptions } from '@nats-io/transport-node';
import { type Logger, METRICS, type Runtime } from '@parley/runtime';

interface Outgoing {
  readonly subject: string;
  readonly bytes: Uint8Array;
  readonly options: PublishOptions | undefined;
}

/**
 * The process's one connection to NATS. It reconnects without limit. Meanwhile `connected` is false, so that calls are refused at once
 * instead of waiting in a buffer.
 */
export class NatsLink {
  private up = true;
  private readonly reconnectListeners: (() => void)[] = [];
  /** What was published in this turn of the event loop. */
  private outgoing: Outgoing[] = [];

  private constructor(
    readonly connection: NatsConnection,
    private readonly logger: Logger,
    private readonly subjectPrefix: string,
  ) {
    void this.watch();
  }

  /** The connection of a service, with its readiness check and its metrics. */
  static async ofService({ config, health, instance, logger, metrics }: Runtime): Promise<NatsLink> {
    let opened: NatsLink | undefined;
    health.watch('nats', () => (opened?.connected === true ? undefined : 'is not connected'));
    const link = await NatsLink.open({
      url: config.NATS_URL,
      name: instance,
      logger,
      subjectPrefix: config.NATS_SUBJECT_PREFIX,
    });
    opened = link;
    metrics.gauge(METRICS.natsConnected, (gauge) => gauge.set(link.connected ? 1 : 0));
    const reconnects = metrics.counter(METRICS.natsReconnects);
    link.onReconnect(() => reconnects.inc());
    return link;
  }

  /** Waits until NATS is up, without limit. With `isPatient: false` a NATS that is not up is an error. */
  static async open(options: { url: string; name: string; logger: Logger; subjectPrefix: string; isPatient?: boolean }): Promise<NatsLink> {
    const connection = await connect({
      ...addressOf(options.url),
      name: options.name,
      waitOnFirstConnect: options.isPatient ?? true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      pingInterval: 5_000,
      maxPingOut: 2,
    });
    return new NatsLink(connection, options.logger, options.subjectPrefix);
  }

  /** The subject on the wire. Installations that share one NATS have different prefixes. */
  subject(name: string): string {
    return `${this.subjectPrefix}${name}`;
  }

  get connected(): boolean {
    return this.up && !this.connection.isClosed();
  }

  /**
   * Sends at the end of this turn of the event loop, with everything else that was published in the same turn. Each write to the socket is a system call of
   * 0.1 to 0.3 ms, and most of what a turn publishes belongs together: an answer and the wake-up of the fan-out, or the answers of calls that
   * arrived together.
   * @throws like `publish` of the connection, for what can be refused at once: a message that is too large, a connection that is closed or drains
   */
  publish(subject: string, bytes: Uint8Array, options?: PublishOptions): void {
    const { connection } = this;
    const maxBytes = connection.info?.max_payload ?? 0;
    if (connection.isClosed() || connection.isDraining() || bytes.length > maxBytes) connection.publish(subject, bytes, options);
    else if (this.outgoing.push({ subject, bytes, options }) === 1) setImmediate(() => this.flush());
  }

  /** Called after each reconnect. What was published meanwhile is lost, so users of wake-ups must check for themselves. */
  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  async close(): Promise<void> {
    if (this.connection.isClosed()) return;
    this.flush();
    await (this.up ? this.connection.drain() : this.connection.close());
  }

  /** NATS can refuse a message that `publish` accepted, if the connection was closed or the server changed since. */
  private flush(): void {
    const { outgoing } = this;
    this.outgoing = [];
    for (const { subject, bytes, options } of outgoing) {
      try {
        this.connection.publish(subject, bytes, options);
      } catch (err) {
        // The message is lost, as if the connection had broken. A call that waits for it ends at its deadline.
        this.logger[this.connection.isClosed() ? 'debug' : 'warn']({ err, subject }, 'a message could not be sent');
      }
    }
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.up = false;
        this.logger.warn('NATS connection lost');
      } else if (status.type === 'reconnect') {
        this.up = true;
        this.logger.info('NATS connection restored');
        for (const listener of this.reconnectListeners) listener();
      } else if (status.type === 'error') {
        this.logger.error({ err: status.error }, 'NATS error');
      }
    }
  }
}

/** `nats://user:password@host:4222,nats://other:4222`: the client library expects credentials separate from the addresses. */
function addressOf(url: string): { servers: string[]; user?: string; pass?: string } {
  const urls = url.split(',').map((one) => new URL(one));
  const servers = urls.map((one) => one.host);
  const credentials = urls.find((one) => one.username !== '');
  if (credentials === undefined) return { servers };
  return { servers, user: decodeURIComponent(credentials.username), pass: decodeURIComponent(credentials.password) };
}
