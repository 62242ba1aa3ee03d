import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { KeptMails } from './kept-mails.js';

const largestBytes = 512 * 1024;
const mostClients = 50;

/** An SMTP server that accepts every mail and delivers none. */
export function mailTaker(kept: KeptMails): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: largestBytes,
    maxClients: mostClients,
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const taking = async (): Promise<void> => {
        const raw = await buffer(stream);
        if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large.'), { responseCode: 552 });
        const { subject = '', text = '', html = '', messageId = '', replyTo = [] } = await PostalMime.parse(raw);
        const from = mailFrom === false ? '' : mailFrom.address;
        kept.keep({ from, to: rcptTo.map(({ address }) => address), subject, text, html, messageId, replyTo: replyTo[0]?.address ?? '' });
      };
      taking().then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
}
