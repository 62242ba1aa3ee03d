import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, MESSAGE_ATTRS, mayUseChannel } from '@parley/contracts';
import type { Rendered, RenderJob } from '@parley/markdown';
import type { SqlReader } from '@parley/persistence';
import { AlertedUsers } from '../alert-words/alerted-users.js';
import { type ComposedMessage, composeMessage, textAttrs } from '../composing/compose.js';
import { readComposeContext } from '../composing/compose-context.repository.js';
import { mentionedNames } from '../composing/mentioned-names.js';
import { mentionsOf } from '../composing/mentions.js';
import type { DailyLimit } from '../daily-limit/daily-limit.js';
import { destinationOf, receiversOf } from '../destinations/destination.js';
import type { DestinationContext } from '../destinations/destination-context.repository.js';
import { renderJobOf } from '../rendering/render-job-of.js';
import { type VisibilityChange, visibilityChangeOnSend } from '../topic-visibility/topic-visibility-on-send.js';
import type { Draft } from './draft.js';

/** A message that may be sent, and the change of its sender's visibility policy that the send causes. */
export interface ReadyMessage {
  readonly message: ComposedMessage;
  readonly change: VisibilityChange | null;
  readonly daily: DailyLimit;
}

type Render = (job: RenderJob) => Rendered | Promise<Rendered>;

/** Decides whether the caller may send a message, and composes it. Used when it is sent, and when it is scheduled. */
@Injectable()
export class ComposeDraft {
  constructor(private readonly alerted: AlertedUsers) {}

  /**
   * `reader` is the transaction, if there is one. `repeatOf`: the message that was sent before with the same local id.
   * @throws the reason why the caller may not send it
   */
  async execute(
    reader: SqlReader,
    caller: Caller,
    { to, content, localId, isReadBySender }: Draft,
    render: Render,
  ): Promise<ReadyMessage | { readonly repeatOf: number }> {
    const context = await readComposeContext(reader, caller, { to, names: mentionedNames(content), localId });
    if (context.repeatOf !== null) return { repeatOf: context.repeatOf };
    refuseOtherChannels(caller, context.destination);
    const destination = destinationOf(to, context.destination);
    const rendered = await render(renderJobOf(content, context.text));
    const { flags: mentioned, botIds } = mentionsOf(rendered, context, destination);
    const alertable = { content, to: receiversOf(destination), flags: mentioned };
    const flags = await this.alerted.flag(reader, caller.organizationId, context.alertWordsVersion, alertable);
    const attrs = textAttrs(rendered, destination) | (isReadBySender ? MESSAGE_ATTRS.readBySender : 0);
    return {
      message: composeMessage(caller, context, { content, rendered, attrs, destination, flags, botIds }),
      change: visibilityChangeOnSend(caller, context, destination),
      daily: context.daily,
    };
  }
}

/**
 * Before the other permissions: a channel that the token is not for is answered like one that does not exist, and like a direct message.
 * @throws tokenOfOtherChannels
 */
function refuseOtherChannels({ token }: Caller, { channel }: DestinationContext): void {
  if (!mayUseChannel(token, channel?.id ?? null)) throw apiErrors.tokenOfOtherChannels();
}

/** Of a draft without a local id, which is never a repetition. */
export function readyMessage(composed: ReadyMessage | { readonly repeatOf: number }): ReadyMessage {
  if ('repeatOf' in composed) throw new Error('a draft without a local id repeats none');
  return composed;
}
