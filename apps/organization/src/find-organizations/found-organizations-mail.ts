import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { patientJob } from '@parley/jobs';
import { Mail, MailJobs, type MailLimit, mailTemplate, takeMail } from '@parley/mail';
import { Database } from '@parley/persistence';
import { CONFIG, OrganizationAddresses, Runtime, type ServiceConfig } from '@parley/runtime';
import { z } from 'zod';
import { organizationsOfAddress } from './organizations-of-address.js';

interface Told {
  readonly email: string;
  readonly installation: string;
  readonly places: readonly { readonly label: string; readonly link: string }[];
}

const foundMail = mailTemplate<Told>({
  name: 'find-organizations',
  subject: ({ installation }) => `Your organizations at ${installation}`,
  body: ({ email, installation, places }) => [
    'Hello,',
    `someone, probably you, requested a list of the organizations at ${installation} in which ${email} has an account:`,
    { list: places },
    'If you did not ask for this, ignore this mail.',
  ],
});

/** All mails of a day say about the same. */
const MAX_FOUND_MAILS: MailLimit = { kind: 'find-organizations', most: 3 };

const mailFound = patientJob('organization-find-organizations', z.object({ email: z.string(), nonce: z.uuid() }));

/** Looks the accounts up and mails the list: apart from the request, which so takes as long whether there are any or not. None: no mail. */
@Injectable()
export class FoundOrganizationsMail implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    @Inject(CONFIG) private readonly config: Pick<ServiceConfig, 'EXTERNAL_HOST'>,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(mailFound, (asked) => this.send(asked));
  }

  enqueue(asked: z.infer<typeof mailFound.payload>): Promise<void> {
    return this.jobs.enqueue(mailFound, asked, asked.nonce);
  }

  private async send({ email, nonce }: z.infer<typeof mailFound.payload>): Promise<void> {
    const found = await organizationsOfAddress(this.database.client, email);
    const [first] = found;
    if (first === undefined) return;
    if (!(await takeMail(this.database.client, MAX_FOUND_MAILS, { organizationId: null, to: first.email, key: nonce }))) {
      this.runtime.logger.info('list of organizations not mailed: the address reached its limit of a day');
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
        places: found.map(({ name, stringId }) => ({ label: name, link: this.addresses.url(stringId) })),
      },
    });
  }
}
