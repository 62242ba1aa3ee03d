import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Injectable, Module } from '@nestjs/common';
import { ApiError, apiErrors, type CallOf, type InputOf, type OutputOf } from '@parley/contracts';
import {
  detachWaiter,
  type PollAnswer,
  type PolledEvent,
  type PollItem,
  pollQueues,
  pollReleased,
  queuesWoken,
} from '@parley/contracts/event-queue';
import { findUpload } from '@parley/contracts/messaging';
import { verifyCredentials, verifyManyCredentials, verifySessions } from '@parley/contracts/organization';
import { Bus, Serves } from '@parley/rpc';
import {
  broken,
  demoOnly,
  halfOpenDoor,
  humansOnly,
  openDoor,
  remove,
  restPath,
  showParams,
  showQuery,
  slow,
  staticPath,
  takeFile,
  takeOptionalFile,
} from './test-endpoints.js';

/** The slow endpoint waits for `until`; `onSlow` is called when it is reached. */
export const slowness = { until: Promise.resolve(), onSlow: (): void => undefined };

/** The uploads that the service knows, by path. */
export const uploads = new Map<string, OutputOf<typeof findUpload>>();

/** Returns its input. */
@Controller()
class EchoController {
  @Serves(showParams) async showParams({ params, caller, requestId }: CallOf<typeof showParams>): Promise<OutputOf<typeof showParams>> {
    return { got: params, caller: { ...caller }, requestId };
  }
  @Serves(showQuery) async showQuery({ params }: CallOf<typeof showQuery>): Promise<OutputOf<typeof showQuery>> {
    return { got: params };
  }
  @Serves(remove) async remove({ params }: CallOf<typeof remove>): Promise<OutputOf<typeof remove>> {
    return { got: params };
  }
  @Serves(staticPath) async staticPath(_call: CallOf<typeof staticPath>): Promise<OutputOf<typeof staticPath>> {
    return {};
  }
  @Serves(restPath) async restPath({ params }: CallOf<typeof restPath>): Promise<OutputOf<typeof restPath>> {
    return { got: params };
  }
  @Serves(openDoor) async openDoor({ caller }: CallOf<typeof openDoor>): Promise<OutputOf<typeof openDoor>> {
    return { caller: { ...caller } };
  }
  @Serves(halfOpenDoor) async halfOpenDoor({ caller }: CallOf<typeof halfOpenDoor>): Promise<OutputOf<typeof halfOpenDoor>> {
    return { caller: { ...caller } };
  }
  @Serves(humansOnly) async humansOnly(_call: CallOf<typeof humansOnly>): Promise<OutputOf<typeof humansOnly>> {
    return {};
  }
  @Serves(broken) async broken(_call: CallOf<typeof broken>): Promise<OutputOf<typeof broken>> {
    throw new Error('a secret of the inside');
  }
  @Serves(slow) async slow(_call: CallOf<typeof slow>): Promise<OutputOf<typeof slow>> {
    slowness.onSlow();
    await slowness.until;
    return {};
  }
  @Serves(takeFile) async takeFile({ params }: CallOf<typeof takeFile>): Promise<OutputOf<typeof takeFile>> {
    if (params.note === 'refuse') throw apiErrors.ownUploadQuotaReached();
    return { got: params };
  }
  @Serves(takeOptionalFile) async takeOptionalFile({
    params,
  }: CallOf<typeof takeOptionalFile>): Promise<OutputOf<typeof takeOptionalFile>> {
    return { got: params };
  }
  @Serves(findUpload) async findUpload({ params, caller }: CallOf<typeof findUpload>): Promise<OutputOf<typeof findUpload>> {
    const found = uploads.get(params.pathId);
    if (found === undefined || !('userId' in caller)) throw apiErrors.notFound();
    return found;
  }
  @Serves(demoOnly) async demoOnly(_call: CallOf<typeof demoOnly>): Promise<OutputOf<typeof demoOnly>> {
    return {};
  }
}

@Module({ controllers: [EchoController] })
export class EchoModule {}

export interface KnownUser {
  readonly email: string;
  readonly userId: number;
  readonly role: 100 | 400 | 600;
  readonly isBot: boolean;
}

/** The users of the tests. All have the key KEY. */
export const KEY = 'k'.repeat(32);
export const ANNA: KnownUser = { email: 'anna@example.com', userId: 1, role: 400, isBot: false };
export const BERT: KnownUser = { email: 'bert@example.com', userId: 2, role: 400, isBot: false };
export const GUEST: KnownUser = { email: 'guest@example.com', userId: 3, role: 600, isBot: false };
export const BOT: KnownUser = { email: 'bot@example.com', userId: 4, role: 400, isBot: true };
const USERS = [ANNA, BERT, GUEST, BOT];

/** State of one test file: what the credentials service saw, whom it refuses, and what its answers wait for. */
export const credentials = {
  calls: 0,
  hosts: new Set<string>(),
  deactivated: new Set<number>(),
  /** Users whose keys are no longer valid. */
  replaced: new Set<number>(),
  /** Other values of the identity of a user: an organization, quotas. */
  others: new Map<number, Partial<OutputOf<typeof verifyCredentials>>>(),
  /** An answer is decided before this settles, and sent after it. */
  until: Promise.resolve(),
  onCall: (): void => undefined,
};

/** How many calls about sessions were in progress at once, at most. */
export const sessionChecks = { now: 0, most: 0 };

function identityOf({ host, username, apiKey }: InputOf<typeof verifyCredentials>): OutputOf<typeof verifyCredentials> {
  credentials.hosts.add(host);
  const user = USERS.find(({ email }) => email === username);
  if (user === undefined || apiKey !== KEY || credentials.replaced.has(user.userId)) throw apiErrors.invalidApiKey();
  if (credentials.deactivated.has(user.userId)) throw apiErrors.userDeactivated();
  return {
    organizationId: 1,
    userId: user.userId,
    role: user.role,
    isBot: user.isBot,
    botOwnerId: null,
    ...credentials.others.get(user.userId),
  };
}

@Controller()
class CredentialsController {
  @Serves(verifyCredentials) async verifyCredentials({ params }: CallOf<typeof verifyCredentials>) {
    const { answers } = await this.verifyManyCredentials({ params: { credentials: [params] } });
    const [answer] = answers;
    if (answer === undefined) throw new Error('no answer');
    if ('refusal' in answer) throw new ApiError(answer.refusal);
    return answer.identity;
  }

  @Serves(verifyManyCredentials) async verifyManyCredentials({
    params,
  }: Pick<CallOf<typeof verifyManyCredentials>, 'params'>): Promise<OutputOf<typeof verifyManyCredentials>> {
    credentials.calls += 1;
    const answers = params.credentials.map((given) => {
      try {
        return { identity: identityOf(given) };
      } catch (error) {
        if (error instanceof ApiError) return { refusal: error.toShape() };
        throw error;
      }
    });
    credentials.onCall();
    await credentials.until;
    return { answers };
  }

  /** No session is open. Each check takes some time, so that many may run at once. */
  @Serves(verifySessions) async verifySessions({
    params: { sessions },
  }: CallOf<typeof verifySessions>): Promise<OutputOf<typeof verifySessions>> {
    sessionChecks.now += 1;
    sessionChecks.most = Math.max(sessionChecks.most, sessionChecks.now);
    await delay(20);
    sessionChecks.now -= 1;
    return { answers: sessions.map(() => ({ refusal: apiErrors.sessionEnded().toShape() })) };
  }
}

@Module({ controllers: [CredentialsController] })
export class CredentialsModule {}

interface Queue {
  readonly userId: number;
  events: PolledEvent[];
  waiter: string | undefined;
}

/** In-memory queues with the protocol of pollQueues: enough to hold, wake, release and supersede. */
@Injectable()
export class MemoryQueues {
  readonly queues = new Map<string, Queue>();
  readonly detached: string[] = [];
  readonly modes: string[] = [];
  /** The next polls of a queue are answered only after its promise settles. */
  readonly delays = new Map<string, Promise<void>>();
  /** Called after a poll has recorded its waiter and before it is answered. */
  onHold: (queueId: string) => void = () => undefined;
  fails = false;
  /** Ignores `wantsTexts`. */
  isOfEarlierRelease = false;

  constructor(private readonly bus: Bus) {}

  create(queueId: string, userId: number): void {
    this.queues.set(queueId, { userId, events: [], waiter: undefined });
  }

  append(queueId: string, event: PolledEvent, wake = true): void {
    const queue = this.queues.get(queueId);
    if (queue === undefined) throw new Error(`no queue ${queueId}`);
    queue.events.push(event);
    if (wake) this.wake(queueId);
  }

  wake(queueId: string): void {
    const waiter = this.queues.get(queueId)?.waiter;
    if (waiter !== undefined) this.bus.publish(queuesWoken, { organizationId: 1, queues: [{ queueId, waiter }] }, waiter.split('|')[0]);
  }

  poll({ queueId, userId, lastEventId, mode, waiter }: PollItem): PollAnswer {
    this.modes.push(mode);
    const queue = this.queues.get(queueId);
    if (queue === undefined || queue.userId !== userId) return { outcome: 'bad' };
    const asksAgain = mode === 'again' || mode === 'hb';
    if (queue.waiter !== undefined && queue.waiter !== waiter) {
      if (asksAgain) return { outcome: 'superseded' };
      this.bus.publish(pollReleased, { queueId, waiter: queue.waiter }, queue.waiter.split('|')[0]);
    }
    queue.events = queue.events.filter(({ id }) => id > lastEventId);
    if (queue.events.length > 0 || mode === 'nb') {
      queue.waiter = undefined;
      return { outcome: 'events', events: queue.events };
    }
    queue.waiter = waiter;
    this.onHold(queueId);
    return { outcome: 'hold' };
  }

  detach(queueId: string, waiter: string): void {
    this.detached.push(queueId);
    const queue = this.queues.get(queueId);
    if (queue?.waiter === waiter) queue.waiter = undefined;
  }
}

@Controller()
class QueuesController {
  constructor(private readonly queues: MemoryQueues) {}

  @Serves(pollQueues) async pollQueues({ params }: CallOf<typeof pollQueues>): Promise<OutputOf<typeof pollQueues>> {
    if (this.queues.fails) throw apiErrors.unavailable();
    const answers = params.items.map((item) => this.queues.poll(item));
    await Promise.all(params.items.map(({ queueId }) => this.queues.delays.get(queueId)));
    if (params.wantsTexts !== true || this.queues.isOfEarlierRelease) return { answers };
    const texts: string[] = [];
    const written = answers.map((answer) =>
      answer.outcome === 'events' ? { outcome: 'written' as const, text: texts.push(JSON.stringify(answer.events)) - 1 } : answer,
    );
    return { answers: written, texts };
  }
  @Serves(detachWaiter) async detachWaiter({ params }: CallOf<typeof detachWaiter>): Promise<OutputOf<typeof detachWaiter>> {
    this.queues.detach(params.queueId, params.waiter);
    return {};
  }
}

@Module({ controllers: [QueuesController], providers: [MemoryQueues] })
export class QueuesModule {}
