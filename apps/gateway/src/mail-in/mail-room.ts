import { delayed } from './smtp-refusal.js';

interface Limits {
  readonly mails: number;
  readonly mailsOfOrganization: number;
  readonly bytes: number;
}

/** Counts the mails that are in memory. What is beyond the limits is delayed: their servers repeat it. */
export class MailRoom {
  private mails = 0;
  private bytes = 0;
  private readonly ofOrganization = new Map<number, number>();

  constructor(private readonly limits: Limits) {}

  /** To be ended with `leave`. @throws SmtpRefusal if there is no place */
  enter(organizationId: number): MailPlace {
    const own = this.ofOrganization.get(organizationId) ?? 0;
    if (this.mails >= this.limits.mails || own >= this.limits.mailsOfOrganization) throw full();
    this.mails += 1;
    this.ofOrganization.set(organizationId, own + 1);
    let held = 0;
    return {
      hold: (bytes) => {
        if (this.bytes + bytes > this.limits.bytes) return false;
        this.bytes += bytes;
        held += bytes;
        return true;
      },
      leave: () => {
        this.mails -= 1;
        this.bytes -= held;
        held = 0;
        const before = this.ofOrganization.get(organizationId) ?? 1;
        if (before === 1) this.ofOrganization.delete(organizationId);
        else this.ofOrganization.set(organizationId, before - 1);
      },
    };
  }
}

export interface MailPlace {
  /** Whether so many further bytes may be kept in memory. */
  readonly hold: (bytes: number) => boolean;
  /** Once. */
  readonly leave: () => void;
}

export const full = () => delayed('4.3.2', 'Too many mails at once; try again later');
