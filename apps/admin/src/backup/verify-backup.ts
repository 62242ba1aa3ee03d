import { verifyUploads } from '@parley/contracts/messaging';
import { verifyKeys, verifyPictures } from '@parley/contracts/organization';
import { allOrganizations } from '../organizations/all-organizations.js';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';

/** Shown as text. JSON has all of them. */
const MAX_SHOWN = 50;

interface Fault {
  readonly organization: string;
  readonly what: string;
  readonly fault: string;
}

/**
 * Verifies that the database, the files and the key secret of the running suite belong together: after a restore, or before trusting a backup.
 * Changes nothing.
 */
export class VerifyBackup {
  private readonly counts = { keys: 0, uploads: 0, pictures: 0 };
  private readonly faults: Fault[] = [];
  private unreadableKeys = 0;

  constructor(private readonly suite: RunningSuite) {}

  async execute(): Promise<Answer> {
    const organizations = await allOrganizations(this.suite);
    for (const { id, stringId } of organizations) {
      await this.verifyKeys(id, stringId);
      await this.verifyUploads(id, stringId);
      await this.verifyPictures(id, stringId);
    }
    const { counts, faults } = this;
    return {
      text: [this.summary(organizations.length), ...this.shownFaults()].join('\n'),
      json: { organizations: organizations.length, ...counts, unreadable_keys: this.unreadableKeys, faults },
      isFault: faults.length > 0,
    };
  }

  private verifyKeys(organizationId: number, organization: string): Promise<void> {
    const read = (after: number) => this.suite.callAsSystem(verifyKeys, { organizationId, after });
    return this.verifyAll('keys', read, ({ unreadable }) => {
      this.unreadableKeys += unreadable.length;
      return unreadable.map(({ userId }) => ({
        organization,
        what: `API key of user ${userId}`,
        fault: 'PARLEY_KEY_SECRET does not open it',
      }));
    });
  }

  private verifyUploads(organizationId: number, organization: string): Promise<void> {
    const read = (after: number) => this.suite.callAsSystem(verifyUploads, { organizationId, after });
    return this.verifyAll('uploads', read, ({ faulty }) =>
      faulty.map(({ file, size, storedSize }) => ({
        organization,
        what: file,
        fault: storedSize === null ? 'is missing' : `has ${storedSize} bytes instead of ${size}`,
      })),
    );
  }

  private verifyPictures(organizationId: number, organization: string): Promise<void> {
    const read = (after: number) => this.suite.callAsSystem(verifyPictures, { organizationId, after });
    return this.verifyAll('pictures', read, ({ missing }) =>
      missing.map(({ file }) => ({ organization, what: file, fault: 'is missing' })),
    );
  }

  /** Reads one part after the other. */
  private async verifyAll<P extends { readonly checked: number; readonly last: number | null }>(
    count: keyof typeof this.counts,
    read: (after: number) => Promise<P>,
    faultsOf: (part: P) => Fault[],
  ): Promise<void> {
    let after: number | null = 0;
    while (after !== null) {
      const part: P = await read(after);
      this.counts[count] += part.checked;
      this.faults.push(...faultsOf(part));
      after = part.last;
    }
  }

  private summary(organizations: number): string {
    const { keys, uploads, pictures } = this.counts;
    const checked = `${organizations} organizations, ${keys} API keys, ${uploads} uploads and ${pictures} pictures checked.`;
    if (this.faults.length === 0) return `${checked} Database, files and key secret belong together.`;
    const isOtherSecret = this.unreadableKeys > 0 && this.unreadableKeys === keys;
    return isOtherSecret ? `${checked} No API key opens: PARLEY_KEY_SECRET is not the one of this database.` : checked;
  }

  private shownFaults(): string[] {
    if (this.faults.length === 0) return [];
    const shown = this.faults.slice(0, MAX_SHOWN).map(({ organization, what, fault }) => [organization, what, fault]);
    const hidden = this.faults.length - shown.length;
    return [table(['organization', 'what', 'fault'], shown), ...(hidden > 0 ? [`and ${hidden} more: --json lists them all`] : [])];
  }
}
