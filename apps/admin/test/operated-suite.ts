import type { SpanExporter } from '@parley/runtime';
import { TEST_CALLER_SECRET, TestSuite } from '@parley/testing';
import { ChannelsServiceModule } from '../../channels/src/channels-service.module.js';
import { channelsConfig } from '../../channels/src/config.js';
import { eventQueueConfig } from '../../event-queue/src/config.js';
import { EventQueueModule } from '../../event-queue/src/event-queue.module.js';
import { invitationsConfig } from '../../invitations/src/config.js';
import { InvitationsServiceModule } from '../../invitations/src/invitations-service.module.js';
import { messagingConfig } from '../../messaging/src/config.js';
import { MessagingModule } from '../../messaging/src/messaging.module.js';
import { notificationsConfig } from '../../notifications/src/config.js';
import { NotificationsServiceModule } from '../../notifications/src/notifications-service.module.js';
import { organizationConfig } from '../../organization/src/config.js';
import { OrganizationModule } from '../../organization/src/organization.module.js';
import { settingsConfig } from '../../settings/src/config.js';
import { SettingsServiceModule } from '../../settings/src/settings-service.module.js';
import { commandLine } from '../src/command-line.js';

/** The module of each service, and the schema of its environment. */
const SERVICES = {
  channels: [ChannelsServiceModule, channelsConfig],
  'event-queue': [EventQueueModule, eventQueueConfig],
  invitations: [InvitationsServiceModule, invitationsConfig],
  messaging: [MessagingModule, messagingConfig],
  notifications: [NotificationsServiceModule, notificationsConfig],
  organization: [OrganizationModule, organizationConfig],
  settings: [SettingsServiceModule, settingsConfig],
} as const;
type ServiceName = keyof typeof SERVICES;

export interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
}

/** Services and the command line, on the stores of one test file. */
export class OperatedSuite {
  private constructor(
    readonly stores: TestSuite,
    private readonly exporter?: SpanExporter,
  ) {}

  static open(...services: readonly ServiceName[]): Promise<OperatedSuite> {
    return OperatedSuite.openWith(undefined, services);
  }

  /** All services. Their spans go to `exporter`. */
  static openTraced(exporter: SpanExporter): Promise<OperatedSuite> {
    return OperatedSuite.openWith(exporter, Object.keys(SERVICES) as ServiceName[]);
  }

  private static async openWith(exporter: SpanExporter | undefined, services: readonly ServiceName[]): Promise<OperatedSuite> {
    const suite = new OperatedSuite(await TestSuite.open(), exporter);
    try {
      await Promise.all(services.map((service) => suite.start(service)));
      return suite;
    } catch (error) {
      await suite.close();
      throw error;
    }
  }

  private start(service: ServiceName) {
    const [app, config] = SERVICES[service];
    return this.stores.start(service, app, config, this.environment, this.exporter);
  }

  get environment(): Readonly<Record<string, string>> {
    const traced = this.exporter === undefined ? {} : { OTEL_TRACES_EXPORTER: 'otlp' };
    return { ...this.stores.env, ...traced, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, EXTERNAL_HOST: 'localhost:9991' };
  }

  /** Runs a command like in a terminal: `run('create-user', 'demo', ...)`. */
  async run(...argv: readonly string[]): Promise<Outcome> {
    return this.runWith({}, ...argv);
  }

  async runWith(given: { input?: string; environment?: Readonly<Record<string, string>> }, ...argv: readonly string[]): Promise<Outcome> {
    let out = '';
    let error = '';
    const terminal = {
      writeOut: (text: string) => {
        out += text;
      },
      writeError: (text: string) => {
        error += text;
      },
      readInput: async () => given.input ?? '',
    };
    const exitCode = await commandLine(argv, terminal, { ...this.environment, ...given.environment });
    return { exitCode, out, error };
  }

  close(): Promise<void> {
    return this.stores.close();
  }
}
