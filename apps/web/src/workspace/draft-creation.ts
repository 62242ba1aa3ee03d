import { type Caller, patiently } from '@parley/client';
import { createDrafts, type DraftObject } from '@parley/contracts/messaging';
import { type DraftRecords, isSameText, isSameTopic } from './draft-records.js';

type SentDraft = Omit<DraftObject, 'id'>;

interface DraftCreationOptions {
  readonly caller: Caller;
  readonly records: DraftRecords;
  readonly signal: AbortSignal;
}

/** Creates drafts on the server. An answer may be lost, and then the draft is known only by its event, or is there twice. */
export class DraftCreation {
  /** What was asked for again, by conversation. */
  private readonly repeated = new Map<string, SentDraft>();

  constructor(private readonly options: DraftCreationOptions) {}

  /** The id of the new draft. Undefined if the event of a draft without an answer came first. @throws ApiError for a refusal */
  create(conversation: string, draft: SentDraft): Promise<number | undefined> {
    const { caller, records, signal } = this.options;
    let isRepeated = false;
    this.repeated.delete(conversation);
    return patiently(async () => {
      if (records.of(conversation) !== undefined) return undefined;
      if (isRepeated) this.repeated.set(conversation, draft);
      isRepeated = true;
      return (await caller.call(createDrafts, { drafts: [draft] }, { signal })).ids[0];
    }, signal);
  }

  /** Whether a request without an answer made this draft, which is linked to no conversation: the one of the second request is. */
  isExtra({ type, to, topic, content }: DraftObject): boolean {
    for (const [conversation, sent] of this.repeated) {
      const record = this.options.records.of(conversation);
      const isSame = (text: string, ofTopic: string) => isSameText(text, content) && isSameTopic(ofTopic, topic);
      const isLinked = record !== undefined && isSame(record.synced, record.topic);
      if (isLinked && sent.type === type && String(sent.to) === String(to) && isSame(sent.content, sent.topic)) return true;
    }
    return false;
  }
}
