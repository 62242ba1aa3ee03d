import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { longRetryJob } from '@parley/jobs';
import { Mail, MailJobs, type MailLimit, mailTemplate, takeMail } from '@parley/mail';
import { Database } from '@parley/persistence';
import { CONFIG, OrganizationAddresses, Runtime } from '@parley/runtime';
import { z } from 'zod';
import type { OrganizationConfig } from '../config.js';
import {
  MAX_ORGANIZATIONS,
  type OrganizationOfAddress,
  organizationOfAddress,
  organizationsOfAddress,
} from './organizations-of-address.repository.js';

interface MailValues {
  readonly email: string;
  readonly installation: string;
  readonly organizations: readonly { readonly label: string; readonly link: string }[];
}

const foundMail = mailTemplate<MailValues>({
  name: 'find-organizations',
  subject: ({ installation }) => `Your organizations at ${installation}`,
  body: ({ email, installation, organizations }) => [
    'Hello,',
    `someone, probably you, requested a list of the organizations at ${installation} in which ${email} has an account:`,
    { list: organizations },
    'If you did not request this, ignore this mail.',
  ],
});

/** The mails of one day have almost the same content. */
const MAX_FOUND_MAILS: MailLimit = { kind: 'find-organizations', most: 3 };

const foundJob = longRetryJob(
  'organization-find-organizations',
  z.object({ email: z.string(), nonce: z.uuid(), elsewhere: z.array(organizationOfAddress).optional() }),
);

/**
 * Looks up the accounts and mails the list. It runs as a job, so that the request takes equally long whether there are accounts or not.
 * Without accounts no mail is sent.
 */
@Injectable()
export class FoundOrganizationsMail implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'EXTERNAL_HOST'>,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(foundJob, (request) => this.send(request));
  }

  enqueue(request: z.infer<typeof foundJob.payload>): Promise<void> {
    return this.jobs.enqueue(foundJob, request, request.nonce);
  }

  private async send({ email, nonce, elsewhere = [] }: z.infer<typeof foundJob.payload>): Promise<void> {
    const here = await organizationsOfAddress(this.database.direct, email);
    const found = [...here, ...elsewhere].sort(byName).slice(0, MAX_ORGANIZATIONS);
    const [first] = found;
    if (first === undefined) return;
    if (!(await takeMail(this.database.direct, MAX_FOUND_MAILS, { organizationId: null, to: first.email, key: nonce }))) {
      this.runtime.logger.info('list of organizations not mailed: the address reached its daily limit');
      return;
    }
    const { EXTERNAL_HOST: installation } = this.config;
    await this.mail.send(foundMail, {
      to: first.email,
      key: nonce,
      sender: { organizationId: null, name: 'Parley', url: this.addresses.urlOfHost(installation) },
      values: {
        email: first.email,
        installation,
        organizations: found.map(({ name, stringId }) => ({ label: name, link: this.addresses.url(stringId) })),
      },
    });
  }
}

function byName(a: OrganizationOfAddress, b: OrganizationOfAddress): number {
  return a.name.toLowerCase().localeCompare(b.name.toLowerCase()) || a.stringId.localeCompare(b.stringId);
}
