// The mailbox process of the demo: `node main.js '{"smtpPort","pagePort"}'`. Started by the suite; never part of a deployment.
import { KeptMails } from './kept-mails.js';
import { mailPages } from './show-mails.js';
import { mailTaker } from './take-mails.js';

export interface MailboxArguments {
  readonly smtpPort: number;
  readonly pagePort: number;
}

const mostMails = 200;

const { smtpPort, pagePort }: MailboxArguments = JSON.parse(process.argv[2] ?? '{}');
const kept = new KeptMails(mostMails);
const taker = mailTaker(kept);
const pages = mailPages(kept, smtpPort);

process.once('SIGTERM', () => {
  pages.close();
  taker.close(() => process.exit(0));
});
taker.on('error', (error) => console.error(error));
// The pages report readiness, so they start after the SMTP server.
taker.listen(smtpPort, '127.0.0.1', () => pages.listen(pagePort, '127.0.0.1'));
