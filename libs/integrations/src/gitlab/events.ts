import { z } from 'zod';
import { wantsBranch } from '../branch-filter.js';
import { event, type WriteEvent } from '../integration.js';
import { bold, code, link, list, name, paragraphs, quote } from '../text/markdown.js';
import { topic } from '../text/topic.js';

const project = z.object({ name: z.string(), web_url: z.string() });
const user = z.object({ name: z.string() });
const commit = z.object({ id: z.string(), message: z.string(), url: z.string(), author: user });
const item = z.object({
  iid: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  url: z.string(),
  action: z.string().nullish(),
});
const branch = { source_branch: z.string(), target_branch: z.string() };
const ABSENT = /^0+$/;

const push = z.object({
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  user_name: z.string(),
  project,
  commits: z.array(commit).default([]),
  total_commits_count: z.int().default(0),
});
const itemEvent = z.object({ user, project, object_attributes: item });
const mergeRequest = itemEvent.extend({ object_attributes: item.extend(branch) });
const note = z.object({
  user,
  project,
  object_attributes: z.object({ note: z.string(), url: z.string(), noteable_type: z.string() }),
  issue: z.object({ iid: z.int(), title: z.string() }).optional(),
  merge_request: z.object({ iid: z.int(), title: z.string() }).optional(),
  commit: z.object({ id: z.string() }).optional(),
  snippet: z.object({ title: z.string() }).optional(),
});
const pipeline = z.object({
  project,
  object_attributes: z.object({
    id: z.int(),
    ref: z.string(),
    status: z.string(),
    duration: z.number().nullish(),
    url: z.string().nullish(),
  }),
});
const job = z.object({
  ref: z.string(),
  build_id: z.int(),
  build_name: z.string(),
  build_status: z.string(),
  repository: z.object({ name: z.string(), homepage: z.string() }),
});
const release = z.object({
  project,
  action: z.string(),
  name: z.string(),
  tag: z.string(),
  url: z.string(),
  description: z.string().nullish(),
});
const wikiPage = z.object({ user, project, object_attributes: z.object({ title: z.string(), url: z.string(), action: z.string() }) });

const VERBS: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
  approval: 'approved',
  unapproved: 'withdrew the approval of',
  unapproval: 'withdrew the approval of',
};
/** Pipelines and jobs in between need no message. */
const FINISHED: ReadonlySet<string> = new Set(['success', 'failed', 'canceled']);

function verbOf(action: string | null | undefined): string | undefined {
  return Object.hasOwn(VERBS, action ?? '') ? VERBS[action ?? ''] : undefined;
}

const issue = event(itemEvent, ({ user: by, project: where, object_attributes: about }) => {
  const verb = verbOf(about.action);
  if (verb === undefined) return undefined;
  return {
    topic: topic(where.name, `issue #${about.iid} ${about.title}`),
    content: paragraphs(
      `${bold(by.name)} ${verb} ${link(`issue #${about.iid}`, about.url)} ${name(about.title)}`,
      about.action === 'open' ? quote(about.description) : undefined,
    ),
  };
});

const pushed = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, '');

const comment = event(
  note,
  ({ user: by, project: where, object_attributes: said, issue: of, merge_request: merge, commit: hash, snippet }) => {
    const [about, to] =
      merge !== undefined
        ? [`MR !${merge.iid}`, topic(where.name, `MR !${merge.iid} ${merge.title}`)]
        : of !== undefined
          ? [`issue #${of.iid}`, topic(where.name, `issue #${of.iid} ${of.title}`)]
          : [hash === undefined ? `the snippet ${snippet?.title ?? ''}` : `the commit ${hash.id.slice(0, 8)}`, topic(where.name)];
    return { topic: to, content: paragraphs(`${bold(by.name)} ${link('commented', said.url)} on ${name(about)}`, quote(said.note)) };
  },
);

const jobEvent = event(job, ({ ref, build_id, build_name, build_status, repository: where }, { options }) => {
  if (!FINISHED.has(build_status) || !wantsBranch(options, ref)) return undefined;
  const address = `${where.homepage}/-/jobs/${build_id}`;
  return { topic: topic(where.name, ref), content: `${link(`Job ${build_name}`, address)} on ${code(ref)}: ${bold(build_status)}` };
});

/** By the value of `X-Gitlab-Event`. */
export const gitlabEvents: Readonly<Record<string, WriteEvent>> = {
  'Push Hook': event(push, ({ ref, before, after, user_name, project: where, commits, total_commits_count }, { options }) => {
    const to = pushed(ref);
    if (!wantsBranch(options, to)) return undefined;
    const from = { topic: topic(where.name, to) };
    if (ABSENT.test(after)) return { ...from, content: `${bold(user_name)} deleted the branch ${code(to)}.` };
    const count = Math.max(total_commits_count, commits.length);
    const isNew = ABSENT.test(before);
    const what = count === 1 ? '1 commit' : `${count} commits`;
    const compared = isNew ? name(what) : link(what, `${where.web_url}/-/compare/${before}...${after}`);
    return {
      ...from,
      content: paragraphs(
        `${bold(user_name)} pushed ${compared} to ${code(to)}${isNew ? ' (new branch)' : ''}.`,
        list(
          commits.map(
            (each) => `${link(each.id.slice(0, 8), each.url)} ${name(each.message.split('\n', 1)[0] ?? '')} (${name(each.author.name)})`,
          ),
        ),
      ),
    };
  }),
  'Tag Push Hook': event(push, ({ ref, after, user_name, project: where }) => ({
    topic: topic(where.name),
    content: `${bold(user_name)} ${ABSENT.test(after) ? 'deleted' : 'pushed'} the tag ${code(pushed(ref))}.`,
  })),
  'Issue Hook': issue,
  'Confidential Issue Hook': issue,
  'Merge Request Hook': event(mergeRequest, ({ user: by, project: where, object_attributes: about }) => {
    const verb = verbOf(about.action);
    if (verb === undefined) return undefined;
    const branches = about.action === 'open' ? ` (${code(about.source_branch)} into ${code(about.target_branch)})` : '';
    return {
      topic: topic(where.name, `MR !${about.iid} ${about.title}`),
      content: paragraphs(
        `${bold(by.name)} ${verb} ${link(`MR !${about.iid}`, about.url)} ${name(about.title)}${branches}`,
        about.action === 'open' ? quote(about.description) : undefined,
      ),
    };
  }),
  'Note Hook': comment,
  'Confidential Note Hook': comment,
  'Pipeline Hook': event(pipeline, ({ project: where, object_attributes: run }, { options }) => {
    if (!FINISHED.has(run.status) || !wantsBranch(options, run.ref)) return undefined;
    const title = link(`Pipeline ${run.id}`, run.url ?? `${where.web_url}/-/pipelines/${run.id}`);
    const time = run.duration == null ? '' : ` after ${Math.round(run.duration)} s`;
    return { topic: topic(where.name, run.ref), content: `${title} on ${code(run.ref)}: ${bold(run.status)}${time}` };
  }),
  'Job Hook': jobEvent,
  'Build Hook': jobEvent,
  'Release Hook': event(release, ({ project: where, action, tag, url, description, name: title }) =>
    action === 'create'
      ? { topic: topic(where.name), content: paragraphs(`Release ${link(title, url)} (${code(tag)})`, quote(description)) }
      : undefined,
  ),
  'Wiki Page Hook': event(wikiPage, ({ user: by, project: where, object_attributes: { title, url, action } }) => ({
    topic: topic(where.name),
    content: `${bold(by.name)} ${action === 'create' ? 'created' : action === 'delete' ? 'deleted' : 'updated'} the wiki page ${link(title, url)}.`,
  })),
};
