import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type PersonalMessage, readMessages, userById, ViewerPermissions } from '@parley/access';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { REPORT_MESSAGE_TYPES, type reportMessage } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { SendNotice } from '../notices/send-notice.js';
import { type ReportedMessage, reportText, reportTopic } from './report-text.js';

/** POST /messages/{message_id}/report. */
@Injectable()
export class ReportMessage {
  constructor(
    private readonly database: Database,
    private readonly notices: SendNotice,
  ) {}

  async execute(
    caller: Caller,
    { message_id: id, report_type: type, description }: InputOf<typeof reportMessage>,
  ): Promise<Record<string, never>> {
    const { organizationId, userId } = caller;
    if (type === 'other' && description.trim() === '') throw apiErrors.reportNeedsDescription();
    const reader = this.database.direct;
    const { viewer, settings } = await ViewerPermissions.read(reader, caller);
    const channelId = settings.moderation_request_channel_id;
    if (channelId < 0) throw apiErrors.reportingDisabled();
    const [found] = await readMessages(reader, viewer, [id]);
    if (found === undefined) throw apiErrors.invalidMessages();
    const reporter = { id: userId, name: (await userById(reader, organizationId, userId))?.fullName ?? '' };
    const message = reportedMessage(found);
    const name = REPORT_MESSAGE_TYPES.find(({ key }) => key === type)?.name ?? type;
    const notice = {
      to: { channelId, topic: reportTopic(message.sender) },
      content: reportText(message, { reporter, type: name, description: description.trim() }),
      channels: linkedChannels(found),
      readBy: null,
    };
    const sent = await this.notices.execute({ organizationId, key: randomUUID(), notice });
    // The channel was archived.
    if (sent.id === null) throw apiErrors.reportingDisabled();
    return {};
  }
}

/** With the real name of a sender whom the reporter may not see: moderators need to know. */
function reportedMessage({ facts, sender }: PersonalMessage): ReportedMessage {
  const { id, content, sentAt, recipient } = facts;
  const common = { id, content, sentAt, sender: { id: sender.id, name: sender.fullName } };
  if (recipient.kind === 'channel') {
    return { ...common, place: { channelName: recipient.channelName, topic: recipient.topic }, recipients: [] };
  }
  const others = recipient.participants.filter((person) => person.id !== sender.id);
  return { ...common, place: undefined, recipients: others.map((person) => ({ id: person.id, name: person.fullName })) };
}

function linkedChannels({ facts: { recipient } }: PersonalMessage): { id: number; name: string }[] {
  return recipient.kind === 'channel' ? [{ id: recipient.channelId, name: recipient.channelName }] : [];
}
