import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ViewerPermissions } from '@parley/access';
import { apiErrors, type Caller, enforce, type InputOf, type OutputOf } from '@parley/contracts';
import type { updateMessage } from '@parley/contracts/messaging';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { channelWatchersOf, type WatchedMessages } from '../channel-history/channel-watchers.js';
import { readTarget, type TargetMessage } from '../messages/target-message.repository.js';
import { MessageRenderer, type RenderInChange } from '../rendering/message-renderer.js';
import { contentEditStanding } from './content-edit-standing.js';
import { EditContent, type EditedContent } from './edit-content.js';
import { storeContent } from './editing.repository.js';
import { logUpdate } from './log-update.js';
import { contentEditRefusal } from './message-editing.policy.js';
import { MoveMessages } from './move-messages.js';
import { type RequestedChange, requestedChange } from './requested-change.js';

type Params = InputOf<typeof updateMessage>;

/** PATCH /messages/{message_id}: changes the content, then the place. One event contains both. */
@Injectable()
export class UpdateMessage {
  constructor(
    private readonly eventLog: EventLog,
    private readonly editing: EditContent,
    private readonly moving: MoveMessages,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute(caller: Caller, params: Params): Promise<OutputOf<typeof updateMessage>> {
    const edited = await this.renderer.around(caller, (render) => {
      const change = (tx: Tx, log: ChangeLog) => this.change(tx, log, caller, params, render);
      return this.eventLog.change(caller.organizationId, change, { timeoutMs: CHANGE_TIMEOUT_MS });
    });
    return { detached_uploads: edited?.detachedUploads ?? [] };
  }

  /** Returns the new content, or undefined if it did not change. */
  private async change(tx: Tx, log: ChangeLog, caller: Caller, params: Params, render: RenderInChange): Promise<EditedContent | undefined> {
    const permissions = await ViewerPermissions.read(tx, caller);
    const message = await readTarget(tx, permissions.viewer, params.message_id);
    if (message === undefined) throw apiErrors.invalidMessages();
    const requested = requestedChange(params, message);
    if (requested.content !== undefined) checkMayEdit(permissions, message, params.prev_content_sha256);
    const move = requested.move && (await this.moving.decide(tx, caller, permissions, message, requested.move));
    const edited = await this.edited(tx, log, caller, message, requested, render);
    const at = new Date();
    const editor = move === undefined ? { editor: caller.userId } : {};
    if (edited !== undefined) await storeContent(tx, caller.organizationId, message, edited, { at, ...editor });
    if (move !== undefined) {
      await this.moving.execute(tx, log, caller, { message, move, edited, at });
    } else if (edited !== undefined) {
      await logEdit(tx, log, caller, message, edited, at);
    }
    return edited;
  }

  private async edited(
    tx: Tx,
    log: ChangeLog,
    caller: Caller,
    message: TargetMessage,
    { content }: RequestedChange,
    render: RenderInChange,
  ) {
    if (content === undefined || content === message.content) return undefined;
    return this.editing.execute(tx, log, caller, message, content, render);
  }
}

/** Moving a very large topic takes a while. This is shorter than the call's own deadline. */
const CHANGE_TIMEOUT_MS = 25_000;

function checkMayEdit(permissions: ViewerPermissions, message: TargetMessage, expectedSha256: string | undefined): void {
  enforce(contentEditRefusal(contentEditStanding(permissions, message)));
  const isExpected = expectedSha256 === undefined || expectedSha256 === createHash('sha256').update(message.content).digest('hex');
  if (!isExpected) throw apiErrors.expectationMismatch({ name: 'prev_content_sha256' });
}

async function logEdit(
  tx: Tx,
  log: ChangeLog,
  { organizationId, userId }: Caller,
  message: TargetMessage,
  { payload, attrs }: EditedContent,
  at: Date,
) {
  const { id, place } = message;
  const channel = place === null ? null : { id: place.channel.id, name: place.channel.name };
  const update = { userId, at: seconds(at), editedId: id, channel, content: payload, move: null, attrs: new Map([[id, attrs]]) };
  await logUpdate(tx, log, organizationId, update, await watchersOf(tx, message));
}

async function watchersOf(tx: Tx, { id, place, participantIds }: TargetMessage): Promise<WatchedMessages[]> {
  if (place !== null) return channelWatchersOf(tx, place.channel, [id]);
  return [{ messageIds: [id], channelId: null, userIds: participantIds, exceptIds: [] }];
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
