import { z } from 'zod';
import { event, type WebhookMessage, type WriteEvent } from '../integration.js';
import { bold, code, link, name, paragraphs, quote } from '../text/markdown.js';
import { topic } from '../text/topic.js';
import { account, common, type Thread, thread } from './payload.js';

const pullRequest = thread.extend({
  merged: z.boolean().nullish(),
  base: z.object({ ref: z.string() }),
  head: z.object({ ref: z.string() }),
});
const comment = z.object({ html_url: z.string(), body: z.string().nullish(), user: account });
const anyPullRequest = common.extend({ action: z.string(), pull_request: thread });

const issueEvent = common.extend({
  action: z.string(),
  issue: thread,
  assignee: account.nullish(),
  label: z.object({ name: z.string() }).nullish(),
});
const pullRequestEvent = common.extend({
  action: z.string(),
  pull_request: pullRequest,
  assignee: account.nullish(),
  label: z.object({ name: z.string() }).nullish(),
  requested_reviewer: account.nullish(),
});
const issueComment = common.extend({ action: z.string(), issue: thread.extend({ pull_request: z.unknown().optional() }), comment });
const commitComment = common.extend({ action: z.string(), comment: comment.extend({ commit_id: z.string() }) });
const review = anyPullRequest.extend({
  review: z.object({ html_url: z.string(), state: z.string(), body: z.string().nullish(), user: account }),
});

/** What people did to a thread. Other actions are changes that need no message, such as a new commit of a pull request. */
const VERBS: Readonly<Record<string, string>> = {
  opened: 'opened',
  closed: 'closed',
  reopened: 'reopened',
  edited: 'edited',
  deleted: 'deleted',
  transferred: 'transferred',
  locked: 'locked',
  unlocked: 'unlocked',
  pinned: 'pinned',
  unpinned: 'unpinned',
  ready_for_review: 'marked as ready for review',
  converted_to_draft: 'converted to a draft',
};
const REVIEW_VERBS: ReadonlyMap<string, string> = new Map([
  ['approved', 'approved'],
  ['changes_requested', 'requested changes to'],
]);
/** Actions that name someone or something else. */
const ASSIGNED = 'assigned';
const UNASSIGNED = 'unassigned';
const LABELED = 'labeled';
const UNLABELED = 'unlabeled';

interface Action {
  readonly action: string;
  readonly assignee?: { readonly login: string } | null | undefined;
  readonly label?: { readonly name: string } | null | undefined;
}

/** The rest of a sentence that begins with the person; undefined for an action without a message. */
function deed({ action, assignee, label }: Action, what: string): string | undefined {
  switch (action) {
    case ASSIGNED:
      return `assigned ${bold(assignee?.login ?? 'someone')} to ${what}`;
    case UNASSIGNED:
      return `unassigned ${bold(assignee?.login ?? 'someone')} from ${what}`;
    case LABELED:
      return `added the label ${code(label?.name ?? '')} to ${what}`;
    case UNLABELED:
      return `removed the label ${code(label?.name ?? '')} from ${what}`;
    default: {
      const verb = Object.hasOwn(VERBS, action) ? VERBS[action] : undefined;
      return verb === undefined ? undefined : `${verb} ${what}`;
    }
  }
}

function titled(kind: string, { number, title, html_url }: Thread): string {
  return `${link(`${kind} #${number}`, html_url)} ${name(title)}`;
}

function topicOf(where: { readonly name: string }, kind: string, { number, title }: Thread): string {
  return topic(where.name, `${kind} #${number} ${title}`);
}

function about(to: string, sentence: string, body?: string | null): WebhookMessage {
  return { topic: to, content: paragraphs(sentence, quote(body)) };
}

export const discussionEvents: Readonly<Record<string, WriteEvent>> = {
  issues: event(issueEvent, (payload) => {
    const { sender, repository, issue, action } = payload;
    const done = deed(payload, titled('issue', issue));
    if (done === undefined) return undefined;
    return about(topicOf(repository, 'issue', issue), `${bold(sender.login)} ${done}`, action === 'opened' ? issue.body : undefined);
  }),
  pull_request: event(pullRequestEvent, (payload) => {
    const { sender, repository, pull_request: pull, action, requested_reviewer: reviewer } = payload;
    const what = titled('PR', pull);
    const to = topicOf(repository, 'PR', pull);
    if (action === 'closed' && pull.merged === true) return about(to, `${bold(sender.login)} merged ${what} into ${code(pull.base.ref)}`);
    if (action === 'review_requested')
      return about(to, `${bold(sender.login)} requested a review of ${what} from ${bold(reviewer?.login ?? 'a team')}`);
    const done = deed(payload, what);
    if (done === undefined) return undefined;
    const branches = action === 'opened' ? ` (${code(pull.head.ref)} into ${code(pull.base.ref)})` : '';
    return about(to, `${bold(sender.login)} ${done}${branches}`, action === 'opened' ? pull.body : undefined);
  }),
  issue_comment: event(issueComment, ({ action, repository, issue, comment: said }) => {
    if (action !== 'created') return undefined;
    const kind = issue.pull_request === undefined ? 'issue' : 'PR';
    const to = topicOf(repository, kind, issue);
    return about(to, `${bold(said.user.login)} ${link('commented', said.html_url)} on ${titled(kind, issue)}`, said.body);
  }),
  commit_comment: event(commitComment, ({ repository, comment: said }) =>
    about(
      topic(repository.name),
      `${bold(said.user.login)} ${link('commented', said.html_url)} on the commit ${code(said.commit_id.slice(0, 8))}`,
      said.body,
    ),
  ),
  pull_request_review: event(review, ({ action, repository, pull_request: pull, review: given }) => {
    if (action !== 'submitted') return undefined;
    const verb = REVIEW_VERBS.get(given.state.toLowerCase()) ?? 'reviewed';
    const sentence = `${bold(given.user.login)} ${link(verb, given.html_url)} ${titled('PR', pull)}`;
    return about(topicOf(repository, 'PR', pull), sentence, given.body);
  }),
  pull_request_review_comment: event(anyPullRequest.extend({ comment }), ({ action, repository, pull_request: pull, comment: said }) =>
    action === 'created'
      ? about(
          topicOf(repository, 'PR', pull),
          `${bold(said.user.login)} ${link('commented', said.html_url)} on the changes of ${titled('PR', pull)}`,
          said.body,
        )
      : undefined,
  ),
};
