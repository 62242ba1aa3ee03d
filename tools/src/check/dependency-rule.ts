// The dependency rule as data: apps -> platform libraries -> markdown, client-events -> contracts. Never up, never sideways between apps.
// docs/ARCHITECTURE.md draws it; rules/layers.ts, rules/package-owners.ts and rules/project-tags.ts enforce it.

/** From the bottom up. A project may import lower layers; platform libraries may also import the platform libraries listed for them. */
export const LAYERS = ['contracts', 'domain', 'platform', 'testing', 'app', 'outside'] as const;
export type Layer = (typeof LAYERS)[number];

export interface ProjectRule {
  readonly layer: Layer;
  /** The workspace libraries that its production files may import. Test files may also import `testing`. */
  readonly mayImport: readonly string[];
}

const EVERY_SERVICE_LIBRARY = [
  'contracts',
  'client-events',
  'access',
  'integrations',
  'markdown',
  'runtime',
  'rpc',
  'persistence',
  'event-log',
  'jobs',
  'mail',
  'push',
  'storage',
];
const service: ProjectRule = { layer: 'app', mayImport: EVERY_SERVICE_LIBRARY };

export const PROJECTS: Readonly<Record<string, ProjectRule>> = {
  contracts: { layer: 'contracts', mayImport: [] },

  markdown: { layer: 'domain', mayImport: ['contracts'] },
  integrations: { layer: 'domain', mayImport: ['contracts'] },
  'client-events': { layer: 'domain', mayImport: ['contracts'] },
  // Documentation is not for services: they do not load it.
  'api-docs': { layer: 'platform', mayImport: ['contracts', 'client-events'] },
  // For programs that call the API: the services do not import it.
  client: { layer: 'platform', mayImport: ['contracts', 'client-events'] },

  runtime: { layer: 'platform', mayImport: ['contracts'] },
  persistence: { layer: 'platform', mayImport: ['contracts', 'runtime'] },
  access: { layer: 'platform', mayImport: ['contracts', 'persistence'] },
  rpc: { layer: 'platform', mayImport: ['contracts', 'runtime'] },
  jobs: { layer: 'platform', mayImport: ['contracts', 'runtime'] },
  mail: { layer: 'platform', mayImport: ['contracts', 'runtime', 'persistence', 'jobs'] },
  storage: { layer: 'platform', mayImport: ['runtime'] },
  push: { layer: 'platform', mayImport: ['runtime'] },
  'event-log': { layer: 'platform', mayImport: ['access', 'contracts', 'runtime', 'persistence', 'rpc'] },

  testing: {
    layer: 'testing',
    mayImport: ['access', 'client', 'client-events', 'contracts', 'runtime', 'persistence', 'rpc', 'event-log', 'jobs', 'storage'],
  },

  // The HTTP edge holds no business rule and has no database.
  gateway: { layer: 'app', mayImport: ['api-docs', 'client-events', 'contracts', 'runtime', 'rpc', 'storage'] },
  messaging: service,
  channels: service,
  settings: service,
  organization: service,
  invitations: service,
  notifications: service,
  'event-queue': service,
  directory: service,
  admin: service,
  // A page in the browser. It knows the server by its API only.
  web: { layer: 'app', mayImport: ['client', 'client-events', 'contracts'] },

  // Not part of the suite: they are no Nx projects and are never imported.
  e2e: { layer: 'outside', mayImport: ['api-docs', 'client', 'client-events', 'contracts', 'integrations', 'runtime', 'testing'] },
  bench: { layer: 'outside', mayImport: ['api-docs', 'contracts', 'markdown'] },
  tools: { layer: 'outside', mayImport: [] },
  prisma: { layer: 'outside', mayImport: [] },
};

/** Relative imports that may leave a project: from below the first path to below the second. */
export const CROSSINGS: readonly { readonly from: string; readonly to: string; readonly reason: string }[] = [
  { from: 'apps/admin/test/', to: 'apps/', reason: 'what an operator does is tested on real services, started in the process of the test' },
  {
    from: 'apps/messaging/test/join-and-leave.ts',
    to: 'apps/channels/src/subscriptions/',
    reason: 'tests of messages need subscriptions as the channels service writes them, not copies of its statements',
  },
  {
    from: 'apps/notifications/test/',
    to: 'apps/',
    reason: 'who is told of a message, and where they are reached, is tested with what the other services write, not with copies of it',
  },
  {
    from: 'libs/persistence/test/',
    to: 'tools/src/',
    reason: 'the login of a service and PgBouncer are set up as the migration job and the suite do',
  },
  { from: 'e2e/', to: 'tools/src/', reason: 'cluster tests start suites of their own, and tools is no package' },
  { from: 'bench/', to: 'tools/src/', reason: 'the bench starts a suite of its own, and tools is no package' },
];

export interface PackageRule {
  /** Exact names, or a scope with a trailing `/*`. */
  readonly packages: readonly string[];
  /** Projects that may import them, with the reason. */
  readonly importers: Readonly<Record<string, string>>;
}

/** External packages that one library wraps for all others. */
export const PACKAGE_OWNERS: readonly PackageRule[] = [
  {
    packages: ['@nats-io/*', 'nats', '@nestjs/microservices'],
    importers: {
      rpc: 'it is the only way onto NATS',
      bench: 'the ceiling of a scenario is measured on the bare client',
    },
  },
  {
    packages: ['bullmq', '@bull-board/*'],
    importers: { jobs: 'it is the only way to the job queues' },
  },
  {
    packages: ['@aws-sdk/*'],
    importers: { storage: 'it is the only way to uploaded files' },
  },
  {
    packages: ['@opentelemetry/*'],
    importers: { runtime: 'it starts the spans of a process, and loads these only if tracing is on', testing: 'it keeps spans in memory' },
  },
  {
    packages: ['@parse/node-apn', 'http_ece', 'jsonwebtoken', 'libsodium-wrappers'],
    importers: {
      push: 'it is the only way to push services, and it encrypts for devices',
      testing: 'its push services check what they receive, and its devices decrypt it',
    },
  },
  {
    packages: ['nodemailer'],
    importers: { mail: 'it is the only way out for mail', testing: 'tests deliver mail as a mail server does' },
  },
  {
    packages: ['pg', '@prisma/client', '@prisma/adapter-pg'],
    importers: {
      persistence: 'it owns the connection pool and the Prisma client',
      testing: 'it creates and clones test databases',
      bench: 'ceilings are measured on the bare client, and scenarios insert their rows',
      tools: 'the migrator runs before any service and must not need a build of the libraries',
    },
  },
];

/** Libraries whose production files may import only these packages, not even Node's own modules. */
export const ONLY_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  contracts: ['zod'],
  'client-events': ['zod'],
  'api-docs': ['zod'],
  client: ['zod'],
};
