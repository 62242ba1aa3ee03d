import { Injectable } from '@nestjs/common';
import { type Caller, FLAG_BITS, type InputOf, MESSAGE_ATTRS, type OutputOf, ROLES } from '@parley/contracts';
import type { Notice, sendNotice } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type Rendered, type RenderJob, renderJob } from '@parley/markdown';
import { Database, isArchivedMeanwhile, type SqlReader, type SystemBotName, systemBotId, type Tx } from '@parley/persistence';
import { AlertedUsers } from '../alert-words/alerted-users.js';
import { type ComposedMessage, composeMessage, textAttrs } from '../composing/compose.js';
import { readComposeContext } from '../composing/compose-context.repository.js';
import { type MentionedNames, mentionedNames } from '../composing/mentioned-names.js';
import { mentionedBots } from '../composing/mentions.js';
import type { Addressee } from '../destinations/addressee.js';
import { type Destination, participantsOf, receiversOf } from '../destinations/destination.js';
import type { DestinationContext } from '../destinations/destination-context.repository.js';
import type { LocalId } from '../local-ids/local-ids.repository.js';
import { MessageRenderer, type RenderInChange } from '../rendering/message-renderer.js';
import { renderJobOf } from '../rendering/render-job-of.js';
import { StoreMessage } from '../storing/store-message.js';

/** Notices use local ids of a queue that no client has. */
const NOTICES_QUEUE = 'notices';

interface WrittenNotice {
  readonly organizationId: number;
  readonly localId: LocalId | null;
  readonly message: ComposedMessage;
}

interface Writing {
  /** Null for a notice that belongs to a change, which happens only once. */
  readonly key: string | null;
  readonly render: (job: RenderJob) => Rendered | Promise<Rendered>;
  /** If given, the notice arrives read for everyone else. */
  readonly unreadBy?: ReadonlySet<number> | undefined;
}

interface NoticeInChange {
  /** For a text that may be long. */
  readonly render?: RenderInChange;
  /** If given, the notice arrives read for everyone else. */
  readonly unreadBy?: ReadonlySet<number> | undefined;
}

/** Sends messages of the system bots. It checks no permissions: its callers do. */
@Injectable()
export class SendNotice {
  constructor(
    private readonly database: Database,
    private readonly storing: StoreMessage,
    private readonly alerted: AlertedUsers,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute({ organizationId, key, notice }: InputOf<typeof sendNotice>): Promise<OutputOf<typeof sendNotice>> {
    // All notices of an organization share one place in the rendering queue, like those of one user; no account has the id 0.
    const render = (job: RenderJob) => this.renderer.render({ organizationId, userId: 0 }, job);
    const written = await this.write(this.database.direct, organizationId, notice, { key, render });
    if (written === undefined) return { id: null };
    return { id: 'repeatOf' in written ? written.repeatOf : await this.store(written) };
  }

  /** Sends it inside a change. Returns whether there is a recipient. */
  async within(
    tx: Tx,
    log: ChangeLog,
    organizationId: number,
    notice: Notice,
    // Most notices inside a change are short, so they are rendered without waiting.
    { render = renderJob, unreadBy }: NoticeInChange = {},
  ): Promise<boolean> {
    const written = await this.write(tx, organizationId, notice, { key: null, render, unreadBy });
    if (written === undefined || 'repeatOf' in written) return false;
    await this.storing.within(tx, log, organizationId, { message: written.message });
    return true;
  }

  /** Undefined if there is no recipient. */
  private async write(
    reader: SqlReader,
    organizationId: number,
    notice: Notice,
    { key, render, unreadBy }: Writing,
  ): Promise<WrittenNotice | { readonly repeatOf: number } | undefined> {
    const bot = await this.bot(reader, organizationId, notice.from ?? 'notification-bot');
    if (bot === undefined) return undefined;
    const { content } = notice;
    const localId = key === null ? null : { queueId: NOTICES_QUEUE, localId: key };
    const context = await readComposeContext(reader, bot, { to: addresseeOf(notice), names: namesIn(notice), localId });
    if (context.repeatOf !== null) return { repeatOf: context.repeatOf };
    const destination = openDestination(notice, context.destination);
    if (destination === undefined) return undefined;
    const text = { ...context.text, channels: [...context.text.channels, ...notice.channels] };
    const rendered = await render(renderJobOf(content, text));
    const alertable = { content, to: receiversOf(destination), flags: flagsOf(notice) };
    const flags = await this.alerted.flag(reader, organizationId, context.alertWordsVersion, alertable);
    const arriving = arrivingFor(unreadBy, flags);
    const attrs = (textAttrs(rendered, destination) & ~WILDCARDS) | MESSAGE_ATTRS.readBySender | arriving.attrs;
    const parts = { content, rendered, attrs, destination, flags: arriving.flags, botIds: mentionedBots(rendered, text) };
    return { organizationId, localId, message: composeMessage(bot, context, parts) };
  }

  private async bot(reader: SqlReader, organizationId: number, name: SystemBotName): Promise<Caller | undefined> {
    const userId = await systemBotId(reader, organizationId, name);
    if (userId === undefined) return undefined;
    return { organizationId, userId, role: ROLES.member, isBot: true, botOwnerId: null, clientName: 'Internal' };
  }

  private async store({ organizationId, localId, message }: WrittenNotice): Promise<number | null> {
    try {
      return (await this.storing.execute(organizationId, { message, localId })).messageId;
    } catch (error) {
      if (isArchivedMeanwhile(error)) return null;
      throw error;
    }
  }
}

const WILDCARDS = MESSAGE_ATTRS.channelWildcard | MESSAGE_ATTRS.topicWildcard;

function addresseeOf({ to }: Notice): Addressee {
  if ('userId' in to) return { kind: 'direct', userIds: [to.userId], emails: [] };
  return { kind: 'channel', channel: { by: 'id', id: to.channelId }, topic: to.topic };
}

/** Names of channels and users in the text are chosen by users: anything in them that looks like a mention must not notify. */
function namesIn({ content }: Notice): MentionedNames {
  return { ...mentionedNames(content), groupNames: [], topicWildcard: false };
}

/** Undefined if the channel does not exist or is archived, or if a recipient is deactivated. */
function openDestination({ to }: Notice, context: DestinationContext): Destination | undefined {
  if ('channelId' in to) {
    const { channel } = context;
    const isClosed = channel === null || (channel.isArchived && to.evenIfArchived !== true);
    return isClosed ? undefined : { kind: 'channel', channel, topic: to.topic };
  }
  const participants = participantsOf(context);
  const isReachable = participants.length > 1 && participants.every((person) => person.isActive);
  return isReachable ? { kind: 'direct', participants } : undefined;
}

function flagsOf({ readBy }: Notice): ReadonlyMap<number, number> {
  return new Map(readBy === null ? [] : [[readBy, FLAG_BITS.read]]);
}

/** Users who have it unread get a row; other rows, such as those for alert words, are marked as read. */
function arrivingFor(
  unreadBy: ReadonlySet<number> | undefined,
  flags: ReadonlyMap<number, number>,
): { readonly attrs: number; readonly flags: ReadonlyMap<number, number> } {
  if (unreadBy === undefined) return { attrs: 0, flags };
  const arriving = new Map([...unreadBy].map((id) => [id, 0]));
  for (const [id, bits] of flags) arriving.set(id, unreadBy.has(id) ? bits : bits | FLAG_BITS.read);
  return { attrs: MESSAGE_ATTRS.arrivesRead, flags: arriving };
}
