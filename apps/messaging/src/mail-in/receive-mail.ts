import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { ArrivedMail, receiveMail } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { UploadFile } from '../attachments/upload-file.js';
import { readComposeContext } from '../composing/compose-context.repository.js';
import { mentionedNames } from '../composing/mentioned-names.js';
import { refuseAboveDailyLimit } from '../daily-limit/daily-limit.js';
import { addresseeOf } from '../destinations/addressee.js';
import { destinationOf } from '../destinations/destination.js';
import { type LocalId, readFirstSend } from '../local-ids/local-ids.repository.js';
import { SendMessage } from '../sending/send-message.js';
import { FindMailbox, type FoundMailbox } from './find-mailbox.js';
import { contentOf, linkTo, topicOf } from './mail-text.js';

/** Mails use local ids of a queue that no client has. */
const QUEUE = 'mail';

/**
 * A mail becomes an ordinary message: permissions, limits and quotas are those of its sender, at this moment. The files are stored like uploads. A mail
 * that is delivered again finds the local id of the first delivery.
 */
@Injectable()
export class ReceiveMail {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: FindMailbox,
    private readonly uploading: UploadFile,
    private readonly sending: SendMessage,
  ) {}

  async execute({ localPart, mail }: InputOf<typeof receiveMail>): Promise<OutputOf<typeof receiveMail>> {
    const mailbox = await this.mailboxes.execute(localPart);
    const { sender, author, isForeign } = mailbox;
    refuseOthers(mailbox, mail);
    const localId = { queueId: QUEUE, localId: fingerprintOf(localPart, mail) };
    const first = await readFirstSend(this.database.direct, sender.organizationId, sender.userId, localId);
    if (first !== undefined) return { id: first };
    const request = requestOf(mailbox, mail, localId);
    for (const writer of author === null ? [sender] : [author, sender]) await this.checkMayWrite(writer, request);
    const files = await this.store(sender, mail);
    const content = contentOf(mail, {
      ...files,
      showsSender: mailbox.options.has('show-sender'),
      isForeign,
    });
    if (content === '') throw apiErrors.mailEmpty();
    const { id } = await this.sending.execute(sender, { ...request, content });
    return { id };
  }

  /** Before files are stored. @throws what a send would */
  private async checkMayWrite(writer: Caller, request: ReturnType<typeof requestOf>): Promise<void> {
    const to = addresseeOf(request);
    const { destination, daily } = await readComposeContext(this.database.direct, writer, { to, names: mentionedNames('') });
    destinationOf(to, destination);
    refuseAboveDailyLimit(daily);
  }

  private async store(sender: Caller, { files, refusedFiles }: ArrivedMail) {
    const links: string[] = [];
    const refused = [...refusedFiles];
    for (const file of files) {
      try {
        const { url, filename } = await this.uploading.execute(sender, { file });
        links.push(linkTo(filename, url));
      } catch (error) {
        // A quota. Other errors end the delivery, and it is repeated.
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        refused.push(`${file.name} (${error.msg})`);
      }
    }
    return { links, refusedFiles: refused };
  }
}

/**
 * An answer address is in the header of each answer that its person sends, so others answer to it too, and their mails would be messages of this person.
 * @throws mailFromSomeoneElse
 */
function refuseOthers({ onlyFrom }: FoundMailbox, { from }: ArrivedMail): void {
  if (onlyFrom !== null && from.address.toLowerCase() !== onlyFrom.toLowerCase()) throw apiErrors.mailFromSomeoneElse();
}

/** The same for each delivery of a mail. The Message-ID is not enough: programs reuse it, and then the second mail would be lost. */
function fingerprintOf(localPart: string, { key, from, subject, text, files }: ArrivedMail): string {
  const parts = [localPart.toLowerCase(), key, from.name, from.address, subject, text, files.map(({ name, size }) => [name, size])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function requestOf({ sender, author, to }: FoundMailbox, { subject }: ArrivedMail, { queueId, localId }: LocalId) {
  const ids = { queue_id: queueId, local_id: localId, read_by_sender: author === null && !sender.isBot };
  if (to.kind === 'direct') return { ...ids, type: 'direct', to: [...to.userIds] } as const;
  return { ...ids, type: 'channel', to: to.channelId, topic: to.topic ?? topicOf(subject) } as const;
}
