import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { waitUntil } from '../../tools/src/supervise/wait-until.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { World } from '../client/world.js';
import { Compatibility, isWholeRun } from './compatibility.js';
import { INSTALL_DEADLINE_MS, pythonWith } from './python-client.js';
import { type KnownMessage, receivedMessages } from './received-messages.js';
import { fileAt, type RunningScript, startScript } from './run-script.js';

const FOLLOWED = ['message', 'update_message', 'reaction', 'update_message_flags', 'typing'];
/** `npm run test:clients` kills each of them. Its stores are durable, so PostgreSQL and Redis keep what they acknowledged. */
const EVERYTHING = [
  'event-queue-1',
  'messaging-1',
  'gateway-1',
  'nats',
  'channels-1',
  'settings-1',
  'organization-1',
  'invitations-1',
  'postgres',
  'redis',
];
const SOME = EVERYTHING.slice(0, 4);
const PATIENCE_MS = 60_000;
const KILL_INTERVAL_MS = 700;

const world = new World();
const killTargets = new KillTargets();
let directory: string;
let python: string | undefined;
beforeAll(async () => {
  python = await pythonWith('zulip');
  mkdirSync(fileAt('.parley/bots'), { recursive: true });
  directory = mkdtempSync(fileAt('.parley/bots/flows-'));
}, INSTALL_DEADLINE_MS);
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  closeConnections();
});

describe('stock clients, while services are killed (kill -9)', () => {
  it('receive everything that another client of their kind did: completely, in order, once', async () => {
    const flows = await Promise.all([
      Flow.begin('zulip-js', process.execPath, 'flow.mjs'),
      Flow.begin('curl', 'bash', 'flow.sh'),
      ...(python === undefined ? [] : [Flow.begin('python', python, 'flow.py')]),
    ]);
    try {
      await Promise.all(flows.map((flow) => flow.startBoth()));
      await (isWholeRun ? killEach(EVERYTHING) : killQuickly(SOME));
      for (const flow of flows) await flow.expectAllReceived();
      if (isWholeRun && python !== undefined) expectKilledTable(EVERYTHING);
    } finally {
      await Promise.all(flows.map((flow) => flow.stop()));
    }
  }, 300_000);
});

/** One at a time: each is running again before the next is killed. */
async function killEach(names: readonly string[]): Promise<void> {
  for (const name of names) await killTargets.kill(name).isBack;
}

/** One shortly after the other, for a short run. */
async function killQuickly(names: readonly string[]): Promise<void> {
  const returns: Promise<void>[] = [];
  for (const name of names) {
    returns.push(killTargets.kill(name).isBack);
    await delay(KILL_INTERVAL_MS);
  }
  await Promise.all(returns);
}

function expectKilledTable(killed: readonly string[]): void {
  const compatibility = new Compatibility('killed', 'killed while they poll and send');
  for (const name of killed) compatibility.noteOutcome(name.replace('-1', ''), 'everything received, in order, once');
  compatibility.expectPageIsCurrent();
}

/** Two programs of one client: one acts in a channel, and the other receives the events. */
class Flow {
  private readonly scripts: RunningScript[] = [];

  private constructor(
    private readonly name: string,
    private readonly channel: { readonly id: number; readonly name: string },
    private readonly me: { readonly email: string; readonly api_key: string },
    private readonly friend: { readonly email: string; readonly api_key: string; readonly user_id: number },
    private readonly start: (side: 'listen' | 'act') => RunningScript,
  ) {}

  static async begin(name: string, program: string, script: string): Promise<Flow> {
    const [me, friend] = [await world.newcomer(`Anna ${name}`), await world.newcomer(`Ben ${name}`)];
    const channel = await world.channel([me, friend]);
    const environment = {
      FLOW_SITE: world.baseUrl,
      FLOW_CHANNEL: channel.name,
      FLOW_PEOPLE: JSON.stringify([me, friend]),
      FLOW_ME: `${me.email}:${me.api_key}`,
      FLOW_FRIEND: `${friend.email}:${friend.api_key}`,
      FLOW_FRIEND_ID: String(friend.user_id),
      FLOW_TYPES: JSON.stringify(FOLLOWED),
      FLOW_RECEIVED: join(directory, `${name}.received`),
      FLOW_SENT: join(directory, `${name}.sent`),
      FLOW_STOP: join(directory, `${name}.stop`),
    };
    const start = (side: string) => startScript(program, [fileAt(`e2e/clients/flows/${script}`), side], { environment });
    return new Flow(name, channel, me, friend, start);
  }

  /** Starts the listener, then the actor. */
  async startBoth(): Promise<void> {
    this.scripts.push(this.start('listen'));
    // Messages are sent until one arrives, because no one else can see whether the queue exists yet.
    await until(`${this.name} receives events`, async () => {
      const { me, channel } = this;
      await world.as(me).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'knock', content: 'Knock knock' });
      return this.received().length > 0;
    });
    this.scripts.push(this.start('act'));
    await until(`${this.name} sends`, () => this.lines('sent').length > 0);
  }

  async expectAllReceived(): Promise<void> {
    writeFileSync(join(directory, `${this.name}.stop`), '');
    const { exitCode, errors } = (await this.scripts[1]?.ended) ?? {};
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    await until(`${this.name} receives the end`, () => this.received().some((line) => line.includes('The end')));

    const { messages, eventIds, types } = receivedMessages(this.received());
    expect(messages).toEqual(await this.messagesSince(messages[0]?.id));
    expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(this.lines('sent').map(Number)));
    expect(eventIds).toEqual([...new Set(eventIds)].sort((a, b) => a - b));
    expect([...types].sort()).toEqual([...FOLLOWED].sort());
  }

  async stop(): Promise<void> {
    await Promise.all(this.scripts.map((script) => script.kill()));
  }

  private async messagesSince(first: number | undefined): Promise<KnownMessage[]> {
    const { messages } = await world.as(this.friend).ok(getMessages, {
      anchor: first,
      num_before: 0,
      num_after: 5_000,
      narrow: [{ operator: 'channel', operand: this.channel.id }],
      apply_markdown: false,
    });
    return messages.map(({ id, content, reactions, flags }) => ({
      id,
      content,
      reactions: reactions.map(({ user_id, emoji_name }) => `${user_id} ${emoji_name}`),
      flags: flags ?? [],
    }));
  }

  private received(): string[] {
    return this.lines('received');
  }

  /** Only complete lines, because one may be half written. */
  private lines(kind: 'received' | 'sent'): string[] {
    const file = join(directory, `${this.name}.${kind}`);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  }
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await waitUntil(condition, PATIENCE_MS, 500))) throw new Error(`timed out waiting until ${what}`);
}
