import { erasePersonalTopics } from '@parley/contracts/channels';
import { eraseInvitedAddress } from '@parley/contracts/invitations';
import { erasePersonalMessages } from '@parley/contracts/messaging';
import { eraseWaitingNotifications } from '@parley/contracts/notifications';
import { eraseAccount } from '@parley/contracts/organization';
import { erasePersonalSettings } from '@parley/contracts/settings';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import { type Progress, shownCount } from '../output/progress.js';
import type { RunningSuite } from '../running-suite.js';
import { findAccount } from './find-account.js';

interface Choice {
  /** Also the messages that they sent. */
  readonly messages: boolean;
  readonly isConfirmed: boolean;
}

/** Erases the data of one person: docs/operations.md says what is kept. Running it again, with the id of the user, does no harm. */
export class ErasePerson {
  constructor(
    private readonly suite: RunningSuite,
    private readonly progress: Progress,
  ) {}

  async execute(stringId: string, whom: string, { messages, isConfirmed }: Choice): Promise<Answer> {
    const { organization, account } = await findAccount(this.suite, stringId, whom);
    const { userId, fullName: name, deliveryEmail, isActive } = account;
    const of = { organizationId: organization.id, userId };
    if (!isActive && !isConfirmed) {
      const also = messages ? 'This erases the data of' : 'This erases the data, but not the messages, of';
      throw new CommandError(`${also} ${name} (${deliveryEmail}). It cannot be taken back. Add --yes to do it.`);
    }
    let deleted = 0;
    for (let hasMore = true; hasMore; ) {
      const erased = await this.suite.callAsSystem(erasePersonalMessages, { ...of, messages });
      deleted += erased.deletedMessages;
      hasMore = erased.hasMore;
      this.progress.show(() => `${shownCount(deleted)} messages deleted`);
    }
    await this.suite.callAsSystem(erasePersonalSettings, of);
    await this.suite.callAsSystem(erasePersonalTopics, of);
    await this.suite.callAsSystem(eraseWaitingNotifications, of);
    await this.suite.callAsSystem(eraseInvitedAddress, of);
    const { fullName } = await this.suite.callAsSystem(eraseAccount, of);
    const kept = messages ? `${shownCount(deleted)} messages were deleted.` : 'The messages are kept.';
    return {
      text: `The data of user ${userId} in ${organization.stringId} is erased. The account is now called "${fullName}". ${kept}`,
      json: { user_id: userId, full_name: fullName, deleted_messages: deleted },
    };
  }
}
