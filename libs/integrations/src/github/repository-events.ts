import { z } from 'zod';
import { wantsBranch } from '../branch-filter.js';
import { event, type WriteEvent } from '../integration.js';
import { bold, code, link, list, name, paragraphs, quote } from '../text/markdown.js';
import { topic } from '../text/topic.js';
import { account, branchOf, common, repository } from './payload.js';

const commit = z.object({ id: z.string(), message: z.string(), url: z.string(), author: z.object({ name: z.string() }) });
const push = common.extend({
  ref: z.string(),
  compare: z.string(),
  commits: z.array(commit),
  forced: z.boolean().default(false),
  deleted: z.boolean().default(false),
  created: z.boolean().default(false),
});
const created = common.extend({ ref: z.string(), ref_type: z.string() });
const release = common.extend({
  action: z.string(),
  release: z.object({ tag_name: z.string(), name: z.string().nullish(), html_url: z.string(), body: z.string().nullish() }),
});
const workflowRun = common.extend({
  action: z.string(),
  workflow_run: z.object({
    name: z.string().nullish(),
    html_url: z.string(),
    head_branch: z.string().nullish(),
    conclusion: z.string().nullish(),
    run_number: z.int(),
  }),
});
const deploymentStatus = common.extend({
  deployment: z.object({ environment: z.string() }),
  deployment_status: z.object({ state: z.string(), description: z.string().nullish(), target_url: z.string().nullish() }),
});
const fork = common.extend({ forkee: repository });
const star = common.extend({ action: z.string() });
const ping = z.object({ zen: z.string().nullish(), repository: repository.optional(), organization: account.optional() });

/** The first lines of commits, with links. */
export function commitList(commits: readonly { id: string; message: string; url: string; author: { name: string } }[]): string {
  return list(
    commits.map(
      ({ id, message, url, author }) => `${link(id.slice(0, 8), url)} ${name(message.split('\n', 1)[0] ?? '')} (${name(author.name)})`,
    ),
  );
}

export const repositoryEvents: Readonly<Record<string, WriteEvent>> = {
  push: event(push, (payload, { options }) => {
    const { ref, commits, compare, sender, repository: where } = payload;
    const branch = branchOf(ref);
    // Tags have an event of their own.
    if (ref.startsWith('refs/tags/') || !wantsBranch(options, branch)) return undefined;
    const to = { topic: topic(where.name, branch) };
    if (payload.deleted) return { ...to, content: `${bold(sender.login)} deleted the branch ${code(branch)}.` };
    const verb = payload.forced ? 'force-pushed' : 'pushed';
    const what = commits.length === 0 ? 'no new commits' : link(commits.length === 1 ? '1 commit' : `${commits.length} commits`, compare);
    const news = payload.created ? ' (new branch)' : '';
    return { ...to, content: paragraphs(`${bold(sender.login)} ${verb} ${what} to ${code(branch)}${news}.`, commitList(commits)) };
  }),
  create: event(created, ({ ref, ref_type, sender, repository: where }) =>
    // A new branch is pushed too.
    ref_type === 'tag' ? { topic: topic(where.name), content: `${bold(sender.login)} created the tag ${code(ref)}.` } : undefined,
  ),
  delete: event(created, ({ ref, ref_type, sender, repository: where }) =>
    ref_type === 'tag' ? { topic: topic(where.name), content: `${bold(sender.login)} deleted the tag ${code(ref)}.` } : undefined,
  ),
  release: event(release, ({ action, sender, repository: where, release: about }) => {
    if (action !== 'published') return undefined;
    const title = link(about.name || about.tag_name, about.html_url);
    return {
      topic: topic(where.name),
      content: paragraphs(`${bold(sender.login)} published the release ${title} (${code(about.tag_name)}).`, quote(about.body)),
    };
  }),
  workflow_run: event(workflowRun, ({ action, workflow_run: run, repository: where }, { options }) => {
    const branch = run.head_branch ?? '';
    if (action !== 'completed' || !wantsBranch(options, branch)) return undefined;
    const title = link(`${run.name ?? 'Workflow'} #${run.run_number}`, run.html_url);
    const at = branch === '' ? '' : ` on ${code(branch)}`;
    return { topic: topic(where.name, branch), content: `${title}${at}: ${bold(run.conclusion ?? 'completed')}` };
  }),
  deployment_status: event(deploymentStatus, ({ deployment, deployment_status: status, repository: where }) => ({
    topic: topic(where.name),
    content: paragraphs(
      `Deployment to ${bold(deployment.environment)}: ${link(status.state, status.target_url)}`,
      quote(status.description),
    ),
  })),
  fork: event(fork, ({ sender, forkee, repository: where }) => ({
    topic: topic(where.name),
    content: `${bold(sender.login)} forked ${link(where.full_name, where.html_url)} to ${link(forkee.full_name, forkee.html_url)}.`,
  })),
  star: event(star, ({ action, sender, repository: where }) =>
    action === 'created'
      ? { topic: topic(where.name), content: `${bold(sender.login)} starred ${link(where.full_name, where.html_url)}.` }
      : undefined,
  ),
  ping: event(ping, ({ zen, repository: where, organization }) => ({
    topic: topic(where?.name ?? organization?.login ?? 'GitHub'),
    content: paragraphs('The webhook of GitHub works.', quote(zen)),
  })),
};
