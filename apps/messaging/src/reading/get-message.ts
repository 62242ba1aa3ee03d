import { Injectable } from '@nestjs/common';
import { readMessages } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf, type Visitor } from '@parley/contracts';
import type { getMessage } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { topicLinkFinder } from '../messages/linkifiers.js';
import { messageForm, viewOf } from './message-form.js';
import { readReactingUsers } from './reacting-users.js';
import { ReadAccess } from './read-access.js';
import { isInChannelsOf } from './token-channels.js';

/** GET /messages/{message_id}. A message that the caller may not see is answered like one that does not exist. */
@Injectable()
export class GetMessage {
  constructor(
    private readonly database: Database,
    private readonly access: ReadAccess,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute(caller: Caller | Visitor, params: InputOf<typeof getMessage>): Promise<OutputOf<typeof getMessage>> {
    const viewer = await this.access.viewerOf(caller);
    const [message] = await readMessages(this.database.direct, viewer, [params.message_id]);
    if (message === undefined || !isInChannelsOf(caller, message)) throw apiErrors.invalidMessages();
    const linksOf = await topicLinkFinder(this.database.direct, viewer.organizationId);
    const { addresses } = this;
    const reactingUsers = await readReactingUsers(this.database.direct, { viewer, clientName: caller.clientName, addresses }, [message]);
    const forming = { view: viewOf(caller, params), linksOf, addresses, reactingUsers };
    return { message: messageForm(viewer, message, forming), raw_content: message.facts.content };
  }
}
