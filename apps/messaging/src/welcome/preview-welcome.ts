import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, isAdministrator, type OutputOf } from '@parley/contracts';
import type { previewWelcomeMessage } from '@parley/contracts/messaging';
import { SendNotice } from '../notices/send-notice.js';

/** POST /realm/test_welcome_bot_custom_message */
@Injectable()
export class PreviewWelcome {
  constructor(private readonly notices: SendNotice) {}

  async execute({ organizationId, userId, role }: Caller, content: string): Promise<OutputOf<typeof previewWelcomeMessage>> {
    if (!isAdministrator(role)) throw apiErrors.administratorsOnly();
    if (content.trim() === '') throw apiErrors.contentEmpty();
    const notice = { to: { userId }, from: 'welcome-bot' as const, content, channels: [], readBy: null };
    const { id } = await this.notices.execute({ organizationId, key: randomUUID(), notice });
    // The caller was deactivated meanwhile.
    if (id === null) throw apiErrors.userDeactivated();
    return { message_id: id };
  }
}
