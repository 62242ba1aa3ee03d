import { Injectable } from '@nestjs/common';
import { type Caller, FLAG_BITS, type InputOf, MESSAGE_ATTRS, type OutputOf, ROLES } from '@parley/contracts';
import type { Notice, sendNotice } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type Rendered, type RenderJob, renderJob } from '@parley/markdown';
import {
  Database,
  isArchivedMeanwhile,
  isUniqueViolation,
  type Reader,
  type SystemBotName,
  systemBotId,
  type Tx,
} from '@parley/persistence';
import { AlertedUsers } from '../alert-words/alerted-users.js';
import { MessageRenderer } from '../rendering/message-renderer.js';
import { renderJobOf } from '../rendering/render-job-of.js';
import type { Addressee } from '../sending/addressee.js';
import { type Composed, compose } from '../sending/compose.js';
import type { Destination } from '../sending/destination.js';
import { type Draft, questionOf } from '../sending/draft.js';
import { readFirstSend, readSendContext, type SendContext } from '../sending/send-context.repository.js';
import { StoreComposed } from '../sending/store-composed.js';

/** Notices use local ids of a queue that no client has. */
const NOTICES_QUEUE = 'notices';

interface WrittenNotice {
  readonly bot: Caller;
  readonly localId: Draft['localId'];
  readonly message: Composed;
}

/** Sends messages of the system bots. It checks no permission: the caller has decided. */
@Injectable()
export class SendNotice {
  constructor(
    private readonly database: Database,
    private readonly storing: StoreComposed,
    private readonly alerted: AlertedUsers,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute({ organizationId, key, notice }: InputOf<typeof sendNotice>): Promise<OutputOf<typeof sendNotice>> {
    // All notices of an organization share one place in the rendering queue, like those of one user; no account has the id 0.
    const render = (job: RenderJob) => this.renderer.render({ organizationId, userId: 0 }, job);
    const written = await this.write(this.database.client, organizationId, notice, key, render);
    if (written === undefined) return { id: null };
    return { id: 'repeatOf' in written ? written.repeatOf : await this.store(written) };
  }

  /** Sends it inside a change. If `unreadBy` is given, the notice arrives read for everyone else. */
  async within(tx: Tx, log: ChangeLog, organizationId: number, notice: Notice, unreadBy?: ReadonlySet<number>): Promise<void> {
    // Notices inside a change are short, so they are rendered without waiting.
    const written = await this.write(tx, organizationId, notice, null, renderJob);
    if (written === undefined || 'repeatOf' in written) return;
    const message = unreadBy === undefined ? written.message : arrivingRead(written.message, unreadBy);
    await this.storing.within(tx, log, organizationId, { composed: message });
  }

  /** Undefined if there is no recipient. `key` is null for a notice that belongs to a change, which happens only once. */
  private async write(
    reader: Reader,
    organizationId: number,
    notice: Notice,
    key: string | null,
    render: (job: RenderJob) => Rendered | Promise<Rendered>,
  ): Promise<WrittenNotice | { readonly repeatOf: number } | undefined> {
    const bot = await this.bot(reader, organizationId, notice.from ?? 'notification-bot');
    if (bot === undefined) return undefined;
    const localId = key === null ? null : { queueId: NOTICES_QUEUE, localId: key };
    const context = await readSendContext(reader, organizationId, questionOf(bot, addresseeOf(notice), notice.content, localId));
    if (context.repeatOf !== null) return { repeatOf: context.repeatOf };
    const destination = destinationOf(notice, context);
    if (destination === undefined) return undefined;
    const withoutGroups = { ...context, groups: [], channels: [...context.channels, ...notice.channels] };
    const rendered = await render(renderJobOf(notice.content, withoutGroups));
    const message = composed(bot, notice, withoutGroups, destination, rendered);
    return { bot, localId, message: await this.alerted.flag(reader, organizationId, context.alertWordsVersion, message) };
  }

  private async bot(reader: Reader, organizationId: number, name: SystemBotName): Promise<Caller | undefined> {
    const userId = await systemBotId(reader, organizationId, name);
    if (userId === undefined) return undefined;
    return { organizationId, userId, role: ROLES.member, isBot: true, botOwnerId: null, clientName: 'Internal' };
  }

  private async store({ bot, localId, message }: WrittenNotice): Promise<number | null> {
    try {
      return (await this.storing.execute(bot.organizationId, { composed: message, localId })).messageId;
    } catch (error) {
      if (isArchivedMeanwhile(error)) return null;
      if (localId === null || !isUniqueViolation(error, 'sent_local_id_pkey')) throw error;
      const first = await readFirstSend(this.database.client, bot.organizationId, bot.userId, localId);
      if (first === undefined) throw error;
      return first;
    }
  }
}

function addresseeOf({ to }: Notice): Addressee {
  if ('userId' in to) return { kind: 'direct', userIds: [to.userId], emails: [] };
  return { kind: 'channel', channel: { by: 'id', id: to.channelId }, topic: to.topic };
}

function destinationOf({ to }: Notice, { channel, people }: SendContext): Destination | undefined {
  if ('channelId' in to) {
    const isClosed = channel === null || (channel.isArchived && to.evenIfArchived !== true);
    return isClosed ? undefined : { kind: 'channel', channel, topic: to.topic };
  }
  const participants = people.filter((person) => person.takesPart).sort((a, b) => a.id - b.id);
  const isReachable = participants.length > 1 && participants.every((person) => person.isActive);
  return isReachable ? { kind: 'direct', participants } : undefined;
}

/** Names of channels and users in the text are chosen by users: anything in them that looks like a mention must not notify. */
function composed(bot: Caller, notice: Notice, context: SendContext, destination: Destination, rendered: Rendered): Composed {
  const text = { content: notice.content, isReadBySender: true };
  const message = compose(bot, text, context, withoutAudience(destination), rendered);
  const attrs = message.facts.attrs & ~(MESSAGE_ATTRS.channelWildcard | MESSAGE_ATTRS.topicWildcard);
  const flags = new Map(notice.readBy === null ? [] : [[notice.readBy, FLAG_BITS.read]]);
  return { ...message, facts: { ...message.facts, attrs }, destination, flags };
}

/** Users who have it unread get a row; other rows, such as those for alert words, are marked as read. */
function arrivingRead(message: Composed, unreadBy: ReadonlySet<number>): Composed {
  const flags = new Map([...unreadBy].map((id) => [id, 0]));
  for (const [id, bits] of message.flags) flags.set(id, unreadBy.has(id) ? bits : bits | FLAG_BITS.read);
  return { ...message, flags, facts: { ...message.facts, attrs: message.facts.attrs | MESSAGE_ATTRS.arrivesRead } };
}

/** Removes the audience, so that no wildcard mention is refused because of its size. */
function withoutAudience(destination: Destination): Destination {
  if (destination.kind === 'direct') return destination;
  return { ...destination, channel: { ...destination.channel, subscriberCount: 0, topicParticipants: [] } };
}
