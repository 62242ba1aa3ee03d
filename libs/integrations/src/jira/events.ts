import { z } from 'zod';
import type { Written } from '../integration.js';
import { bold, link, list, name, paragraphs, quote } from '../text/markdown.js';
import { topic } from '../text/topic.js';

const user = z.object({ displayName: z.string() });
const issue = z.object({
  key: z.string(),
  self: z.string(),
  fields: z.object({
    summary: z.string(),
    description: z.string().nullish(),
    issuetype: z.object({ name: z.string() }).nullish(),
    priority: z.object({ name: z.string() }).nullish(),
    assignee: user.nullish(),
  }),
});
const change = z.object({ field: z.string(), fromString: z.string().nullish(), toString: z.unknown() });
const comment = z.object({ body: z.string().nullish(), author: user.nullish(), updateAuthor: user.nullish() });
const payload = z.object({
  user: user.nullish(),
  issue,
  changelog: z.object({ items: z.array(change) }).nullish(),
  comment: comment.nullish(),
});
const commentPayload = payload.extend({ comment });
type Payload = z.infer<typeof payload>;
type Issue = z.infer<typeof issue>;

/** Changes of long texts are named, and not shown. */
const LONG: ReadonlySet<string> = new Set(['description', 'environment']);

/** Cannot be encoded. */
const HALF_CHARACTER = /\p{Cs}/gu;

function linked({ key, self, fields }: Issue): string {
  const address = URL.canParse(self)
    ? `${new URL(self).origin}/browse/${encodeURIComponent(key.replaceAll(HALF_CHARACTER, ''))}`
    : undefined;
  return `${link(key, address)} ${name(fields.summary)}`;
}

function topicOf({ key, fields }: Issue): string {
  return topic(`${key}: ${fields.summary}`);
}

function by(given: Payload): string {
  return bold(given.user?.displayName ?? given.comment?.updateAuthor?.displayName ?? given.comment?.author?.displayName ?? 'Someone');
}

function details({ fields }: Issue): string {
  const facts = [
    ['Type', fields.issuetype?.name],
    ['Priority', fields.priority?.name],
    ['Assignee', fields.assignee?.displayName],
  ] as const;
  return list(facts.flatMap(([title, value]) => (value === undefined ? [] : [`${title}: ${bold(value)}`])));
}

function changes({ changelog }: Payload): string {
  return list(
    (changelog?.items ?? []).map(({ field, fromString, toString: now }) => {
      if (LONG.has(field)) return `${name(field)} changed`;
      const value = (text: unknown) => (typeof text === 'string' && text.trim() !== '' ? bold(text) : 'none');
      return `${name(field)}: ${value(fromString)} → ${value(now)}`;
    }),
  );
}

function said(verb: string) {
  return (given: Payload): Written => ({
    topic: topicOf(given.issue),
    content: paragraphs(`${by(given)} ${verb} ${linked(given.issue)}`, quote(given.comment?.body)),
  });
}

interface JiraEvent {
  readonly schema: z.ZodType<Payload>;
  readonly write: (given: Payload) => Written;
}

/** By `webhookEvent`. */
export const jiraEvents: Readonly<Record<string, JiraEvent>> = {
  'jira:issue_created': {
    schema: payload,
    write: (given) => ({
      topic: topicOf(given.issue),
      content: paragraphs(`${by(given)} created ${linked(given.issue)}`, details(given.issue), quote(given.issue.fields.description)),
    }),
  },
  'jira:issue_updated': {
    schema: payload,
    write: (given) => {
      const listed = changes(given);
      // A comment alone has an event of its own.
      if (listed === '') return undefined;
      return { topic: topicOf(given.issue), content: paragraphs(`${by(given)} changed ${linked(given.issue)}`, listed) };
    },
  },
  'jira:issue_deleted': {
    schema: payload,
    write: (given) => ({
      topic: topicOf(given.issue),
      content: `${by(given)} deleted ${bold(`${given.issue.key} ${given.issue.fields.summary}`)}`,
    }),
  },
  comment_created: { schema: commentPayload, write: said('commented on') },
  comment_updated: { schema: commentPayload, write: said('changed a comment on') },
  comment_deleted: {
    schema: commentPayload,
    write: (given) => ({ topic: topicOf(given.issue), content: `${by(given)} deleted a comment on ${linked(given.issue)}` }),
  },
};
