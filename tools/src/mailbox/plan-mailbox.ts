import { join } from 'node:path';
import { repositoryPath, repositoryRoot } from '../repository.js';
import type { ServicePlan } from '../suite/plan-services.js';
import type { MailboxArguments } from './main.js';

interface MailboxPlanOptions {
  readonly portOf: (name: string, preferred?: number) => Promise<number>;
  readonly preferredPort: number;
  readonly logDirectory: string;
}

export interface PlannedMailbox {
  readonly plan: ServicePlan;
  /** The SMTP URL for services. */
  readonly smtpUrl: string;
}

/** The plan of the mailbox, which receives all mail of a suite and shows it. It listens on this machine only. */
export async function planMailbox(options: MailboxPlanOptions): Promise<PlannedMailbox> {
  const { portOf, preferredPort } = options;
  const ports: MailboxArguments = { smtpPort: await portOf('mailbox-smtp'), pagePort: await portOf('mailbox', preferredPort) };
  const url = `http://127.0.0.1:${ports.pagePort}`;
  const plan: ServicePlan = {
    service: 'mailbox',
    name: 'mailbox',
    command: process.execPath,
    args: [repositoryPath('tools/dist/mailbox/main.js'), JSON.stringify(ports)],
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH ?? '' },
    logFile: join(options.logDirectory, 'mailbox.log'),
    stopSignal: 'SIGTERM',
    stopDeadlineMs: 5_000,
    readyDeadlineMs: 60_000,
    url,
    readyUrl: `${url}/health/ready`,
  };
  return { plan, smtpUrl: `smtp://127.0.0.1:${ports.smtpPort}` };
}
