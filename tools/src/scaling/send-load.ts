import { Agent, request } from 'node:http';
import { z } from 'zod';
import type { Demo, DemoUser } from '../suite/demo.js';
import { waitUntil } from '../supervise/wait-until.js';

const EVERY_MS = 20;
/** Beyond it a send is left out, so that a machine that is too slow is not buried. */
const MAX_IN_FLIGHT = 50;
/** The limit of one person is 100. */
const QUEUES_EACH = 90;
const REGISTER_AT_ONCE = 8;
const LAST_ANSWERS_MS = 30_000;

/** People who write to each other, in one organization. */
interface Group {
  readonly authorization: string;
  readonly to: string;
}

/** Direct messages to everybody in an organization, at a rate, whether they are answered in time or not. Each is appended to hundreds of queues. */
export class SendLoad {
  /** Sends in a second. */
  rate = 0;
  answered = 0;
  failed = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: MAX_IN_FLIGHT });
  private readonly timer: NodeJS.Timeout;
  private inFlight = 0;
  /** Sends that are due. */
  private due = 0;
  private turn = 0;

  private constructor(
    private readonly baseUrl: string,
    private readonly groups: readonly Group[],
  ) {
    this.timer = setInterval(() => this.step(), EVERY_MS);
  }

  /** Registers the queues of all people in these organizations. */
  static async open(baseUrl: string, { organizations }: Demo): Promise<SendLoad> {
    const people = organizations.map(({ users }) => users.filter(({ is_bot }) => !is_bot));
    const owners = people.flat().flatMap((user) => Array.from({ length: QUEUES_EACH }, () => user));
    while (owners.length > 0) await Promise.all(owners.splice(0, REGISTER_AT_ONCE).map((user) => register(baseUrl, user)));
    const groups = people.map((users) => ({
      authorization: users[0] === undefined ? '' : credentials(users[0]),
      to: JSON.stringify(users.map(({ user_id }) => user_id)),
    }));
    return new SendLoad(baseUrl, groups);
  }

  /** Waits for the answers to what was sent. A send that has none at the deadline failed. */
  async stop(deadlineMs = LAST_ANSWERS_MS): Promise<void> {
    clearInterval(this.timer);
    await waitUntil(() => this.inFlight === 0, deadlineMs);
    this.agent.destroy();
    // Sends that the agent ended.
    await waitUntil(() => this.inFlight === 0, deadlineMs);
  }

  private step(): void {
    this.due = Math.min(this.due + (this.rate * EVERY_MS) / 1000, MAX_IN_FLIGHT);
    while (this.due >= 1 && this.inFlight < MAX_IN_FLIGHT) {
      this.due -= 1;
      this.turn += 1;
      const group = this.groups[this.turn % this.groups.length];
      if (group !== undefined) this.send(group);
    }
  }

  private send({ authorization, to }: Group): void {
    this.inFlight += 1;
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(`${this.baseUrl}/api/v1/messages`, { method: 'POST', agent: this.agent, headers }, (answer) => {
      if (answer.statusCode === 200) this.answered += 1;
      else this.failed += 1;
      answer.resume();
    });
    sent.on('error', () => {
      this.failed += 1;
    });
    sent.on('close', () => {
      this.inFlight -= 1;
    });
    sent.end(new URLSearchParams({ type: 'direct', to, content: 'Shall we have soup?' }).toString());
  }
}

function credentials({ email, api_key }: DemoUser): string {
  return `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
}

/** A queue of new messages. */
async function register(baseUrl: string, user: DemoUser): Promise<void> {
  const body = new URLSearchParams({ event_types: JSON.stringify(['message']) });
  const answer = await fetch(`${baseUrl}/api/v1/register`, { method: 'POST', headers: { authorization: credentials(user) }, body });
  z.object({ result: z.literal('success') }).parse(await answer.json());
}
