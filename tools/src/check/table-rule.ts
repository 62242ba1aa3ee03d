// The writers of tables. prisma/schema/<owner>.prisma names the only writer of its tables; this file lists only the exceptions.

export interface SharedTable {
  readonly table: string;
  /** Paths that may write the table, with reasons. All others may not, including the app of the same name. */
  readonly writers: Readonly<Record<string, string>>;
}

export const SHARED_TABLES: readonly SharedTable[] = [
  {
    table: 'event_log',
    writers: {
      'libs/event-log/src/': 'appends the events of a change inside its transaction',
      'apps/messaging/src/storing/store-message.repository.ts':
        'a plain send is one statement: counter, message, flags and log row together',
    },
  },
  {
    table: 'organization_counter',
    writers: {
      'libs/event-log/src/': 'takes the next seq under the row lock that orders the organization',
      'apps/messaging/src/storing/store-message.repository.ts': 'a plain send takes seq and message id in its one statement',
      'apps/organization/src/': 'inserts the row when it creates the organization, and deletes it when it purges it',
    },
  },
  {
    table: 'outbox_call',
    writers: {
      'libs/event-log/src/':
        'writes the calls of a change inside its transaction, and deletes each when it succeeded, or with its organization',
    },
  },
  {
    table: 'mail_allowance',
    writers: { 'libs/mail/src/': 'takes one of the mails that an address may get within 24 hours, for the service that mails it' },
  },
  {
    table: 'queued_mail',
    writers: {
      'libs/mail/src/':
        'stores each mail before its job is given to Redis, with the change that causes it, and deletes it when the job has succeeded',
    },
  },
  {
    table: 'sent_mail',
    writers: { 'libs/mail/src/': 'claims a mail before it goes out and notes that it went, for every service that sends' },
  },
];
