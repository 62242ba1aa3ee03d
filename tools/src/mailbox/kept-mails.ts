/** A mail as displayed. */
export interface KeptMail {
  /** Ascending. */
  readonly id: number;
  readonly takenAt: Date;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** Where answers go; empty if there is no such address. */
  readonly replyTo: string;
}

/** The newest mails, in memory only. */
export class KeptMails {
  private mails: readonly KeptMail[] = [];
  private lastId = 0;

  constructor(private readonly most: number) {}

  keep(mail: Omit<KeptMail, 'id' | 'takenAt'>): void {
    this.lastId += 1;
    this.mails = [...this.mails, { id: this.lastId, takenAt: new Date(), ...mail }].slice(-this.most);
  }

  /** Oldest first. */
  all(): readonly KeptMail[] {
    return this.mails;
  }

  find(id: number): KeptMail | undefined {
    return this.mails.find((mail) => mail.id === id);
  }
}
