import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { getMessages } from '@parley/contracts/messaging';
import { expectSoon, type OrganizationRow, type UserRow } from '@parley/testing';
import { notificationsConfig } from '../src/config.js';
import { NotificationsServiceModule } from '../src/notifications-service.module.js';
import { NotificationsSuite } from './notifications-suite.js';

interface Received {
  readonly path: string;
  readonly type: string | undefined;
  readonly delivery: string | undefined;
  readonly body: string;
}
interface Answer {
  readonly status?: number;
  readonly body?: string;
}

/** The program behind bots: records what it receives, and answers in turn. The last answer is repeated. */
class Program {
  readonly received: Received[] = [];
  answers: Answer[] = [{ body: '{}' }];
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const { 'content-type': type, 'x-parley-delivery': delivery } = request.headers;
      this.received.push({ path: request.url ?? '', type, delivery: String(delivery), body });
      const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
      response.writeHead(answer?.status ?? 200).end(answer?.body ?? '');
    });
  });

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  of(path: string): Received[] {
    return this.received.filter((each) => each.path === path);
  }
  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

let suite: NotificationsSuite;
const program = new Program();
let made = 0;

beforeAll(async () => {
  suite = await NotificationsSuite.open();
  await program.open();
  const env = { OUTGOING_WEBHOOK_NETWORKS: '127.0.0.1/32' };
  await Promise.all(
    [1, 2].map((n) =>
      suite.stores.start('notifications', NotificationsServiceModule, notificationsConfig, { ...env, INSTANCE: `notifications-${n}` }),
    ),
  );
}, 60_000);
afterEach(() => {
  program.answers = [{ body: '{}' }];
});
afterAll(async () => {
  await suite.close();
  program.close();
});

/** Zoe's bot, whose program has a path of its own. */
async function botOf(organization: OrganizationRow, owner: UserRow, kind: { readonly interface?: number; readonly base?: string } = {}) {
  made += 1;
  const path = `/bot-${made}`;
  const bot = await suite.rows.user(organization, { isBot: true, botType: 3, botOwnerId: owner.id, fullName: `Echo ${made}` });
  const url = `${kind.base ?? program.url}${path}`;
  await suite.stores.database.direct.$executeRaw`
    INSERT INTO bot_service (bot_id, organization_id, base_url, interface, token)
    VALUES (${bot.id}, ${organization.id}, ${url}, ${kind.interface ?? 1}, 'the token')`;
  return { bot, path };
}

async function setting(kind: Parameters<typeof botOf>[2] = {}) {
  const people = await suite.people();
  await suite.rows.user(people.organization, {
    isBot: true,
    isSystemBot: true,
    apiEmail: `notification-bot@${people.organization.stringId}.example.com`,
    fullName: 'Notification Bot',
  });
  return { ...people, ...(await botOf(people.organization, people.zoe, kind)) };
}

async function texts(by: UserRow): Promise<readonly (readonly [sender: number, content: string])[]> {
  const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow: '[]', apply_markdown: 'false' };
  const { messages } = await suite.stores.call(getMessages, by.caller, page);
  return messages.map(({ sender_id, content }) => [sender_id, content] as const);
}

/** Calls that wait are due now. Those that a process has claimed, for 30 seconds, are not. */
const hurry = ({ id }: OrganizationRow) =>
  suite.stores.database.direct
    .$executeRaw`UPDATE webhook_call SET next_at = now() WHERE organization_id = ${id} AND attempts > 0 AND next_at NOT BETWEEN now() + interval '20 seconds' AND now() + interval '31 seconds'`;
const waiting = async ({ id }: OrganizationRow) =>
  (await suite.stores.database.client.$queryRaw<unknown[]>`SELECT FROM webhook_call WHERE organization_id = ${id}`).length;

describe('a bot with a program', () => {
  it('answers a mention in the topic, with the message and the token in the request', async () => {
    const { zoe, amir, channel, bot, path, organization } = await setting();
    program.answers = [{ body: '{"content":"**pong**"}' }];
    const text = `@**${bot.fullName}** ping`;
    const id = await suite.toChannel(amir, channel, 'tests', text);
    await expectSoon(async () => (await texts(zoe)).at(-1), [bot.id, '**pong**']);
    const [received, ...more] = program.of(path);
    expect([more, received?.type, received?.delivery]).toEqual([[], 'application/json', `${organization.id}-${bot.id}-${id}`]);
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      data: text,
      token: 'the token',
      trigger: 'mention',
      bot_full_name: bot.fullName,
      message: {
        id,
        sender_id: amir.id,
        type: 'stream',
        subject: 'tests',
        display_recipient: 'plans',
        content: expect.stringContaining('user-mention'),
      },
    });
    await expectSoon(() => waiting(organization), 0);
  });

  it('answers a direct message to all in it, and may stay silent', async () => {
    const { zoe, amir, bot, path } = await setting();
    program.answers = [{ body: '{"response_not_required":true}' }, { body: '{"response_string":"hello"}' }];
    await suite.direct(amir, [bot], 'psst');
    await expectSoon(async () => program.of(path).length, 1);
    await suite.direct(amir, [bot, zoe], 'hi');
    await expectSoon(async () => (await texts(zoe)).at(-1), [bot.id, 'hello']);
    expect((await texts(amir)).filter(([sender]) => sender === bot.id)).toEqual([[bot.id, 'hello']]);
    expect(program.of(path).map(({ body }) => JSON.parse(body).trigger)).toEqual(['direct_message', 'direct_message']);
  });

  it('that speaks the format of Slack gets a form, and its direct messages are refused', async () => {
    const { zoe, amir, channel, bot, path, organization } = await setting({ interface: 2 });
    program.answers = [{ body: '{"text":"from Slack"}' }];
    await suite.toChannel(amir, channel, 'tests', `@**${bot.fullName}** now`);
    await expectSoon(async () => (await texts(amir)).at(-1), [bot.id, 'from Slack']);
    const form = new URLSearchParams(program.of(path)[0]?.body);
    expect(Object.fromEntries(form)).toMatchObject({
      token: 'the token',
      team_id: `T${organization.id}`,
      channel_id: `C${channel.id}`,
      channel_name: 'plans',
      user_id: `U${amir.id}`,
      user_name: 'Amir',
      text: `@**${bot.fullName}** now`,
      trigger_word: 'mention',
    });
    await suite.direct(amir, [bot], 'secretly');
    await expectSoon(
      async () => (await texts(zoe)).at(-1)?.[1],
      expect.stringContaining('The interface of Slack knows no direct messages.'),
    );
  });

  it('is not triggered by other bots, by itself, or by messages without it', async () => {
    const { zoe, amir, channel, bot, path, organization } = await setting();
    const { bot: other } = await botOf(organization, zoe);
    program.answers = [{ body: JSON.stringify({ content: `@**${bot.fullName}** @**${other.fullName}** again` }) }, { body: '{}' }];
    await suite.toChannel(amir, channel, 'tests', `@**${bot.fullName}** begin`);
    await expectSoon(async () => (await texts(zoe)).filter(([sender]) => sender === bot.id).length, 1);
    await suite.toChannel(amir, channel, 'tests', 'no one is meant');
    await suite.toChannel(amir, channel, 'tests', `@**${bot.fullName}** end`);
    await expectSoon(async () => program.of(path).length, 2);
    expect(await waiting(organization)).toBeLessThanOrEqual(1);
  });

  it('of another organization is never called, although it has the same name', async () => {
    const here = await setting();
    const there = await setting();
    await suite.stores.database.direct
      .$executeRaw`UPDATE user_account SET full_name = 'Same' WHERE id = ANY (${[here.bot.id, there.bot.id]}::int[])`;
    await suite.toChannel(here.amir, here.channel, 'tests', '@**Same** hello');
    await expectSoon(async () => program.of(here.path).length, 1);
    await expectSoon(() => waiting(here.organization), 0);
    expect(program.of(there.path)).toEqual([]);
  });
});

describe('a program that fails', () => {
  it('is called three more times with the same id, and then its owner is told', async () => {
    const { zoe, amir, bot, path, organization } = await setting();
    program.answers = [{ status: 500 }];
    await suite.direct(amir, [bot], 'anyone?');
    await expectSoon(async () => {
      await hurry(organization);
      return program.of(path).length;
    }, 4);
    await expectSoon(() => waiting(organization), 0);
    expect(new Set(program.of(path).map(({ delivery }) => delivery)).size).toBe(1);
    const told = (await texts(zoe)).map(([, content]) => content);
    expect(told).toEqual([
      `A message to your bot @_**${bot.fullName}|${bot.id}** did not reach its program, or was not answered. It answered with the status 500.`,
    ]);
  });

  it('can succeed in a later attempt', async () => {
    const { amir, bot, path, organization } = await setting();
    program.answers = [{ status: 503 }, { body: '{"content":"late"}' }];
    await suite.direct(amir, [bot], 'anyone?');
    await expectSoon(async () => program.of(path).length, 1);
    await expectSoon(async () => {
      await hurry(organization);
      return (await texts(amir)).at(-1);
    }, [bot.id, 'late']);
  });

  it.each([
    ['answers with an error of its own', { status: 404 }, 'It answered with the status 404.'],
    ['redirects', { status: 302 }, 'It answered with the status 302.'],
    ['answers with something else', { body: 'OK' }, 'Its answer is not a JSON object.'],
    [
      'replies with too much',
      { body: JSON.stringify({ content: 'x'.repeat(10_001) }) },
      'Its reply could not be sent: content is too long (limit: 10000 characters)',
    ],
  ])('because it %s is called once', async (_, answer, reason) => {
    const { zoe, amir, bot, path } = await setting();
    program.answers = [answer];
    await suite.direct(amir, [bot], 'hi');
    await expectSoon(async () => (await texts(zoe)).at(-1)?.[1], expect.stringContaining(reason));
    expect(program.of(path)).toHaveLength(1);
  });

  it('because its address is not on the public internet is never called', async () => {
    const { zoe, amir, bot } = await setting({ base: 'http://127.0.0.2:9' });
    await suite.direct(amir, [bot], 'hi');
    await expectSoon(async () => (await texts(zoe)).at(-1)?.[1], expect.stringContaining('Its address is not on the public internet.'));
  });

  it('does not hold up the programs of other organizations', async () => {
    const slow = await setting({ base: 'http://127.0.0.1:1' });
    const quick = await setting();
    program.answers = [{ body: '{"content":"quick"}' }];
    for (let n = 0; n < 30; n += 1) await suite.direct(slow.amir, [slow.bot], `wait ${n}`);
    await suite.direct(quick.amir, [quick.bot], 'hi');
    await expectSoon(async () => (await texts(quick.amir)).at(-1), [quick.bot.id, 'quick']);
    expect(await waiting(slow.organization)).toBeGreaterThan(0);
  });
});
