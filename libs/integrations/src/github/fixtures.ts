// Payloads as GitHub documents them, shortened to the parts around what is read.

const repository = {
  id: 1,
  name: 'ship',
  full_name: 'dock/ship',
  private: false,
  html_url: 'https://github.com/dock/ship',
  default_branch: 'main',
  owner: { login: 'dock', id: 2 },
};
const sender = { login: 'ann', id: 3, type: 'User' };
const commit = (id: string, message: string) => ({
  id,
  message,
  url: `https://github.com/dock/ship/commit/${id}`,
  timestamp: '2026-11-20T10:00:00Z',
  author: { name: 'Ann', email: 'ann@example.com', username: 'ann' },
  added: [],
  removed: [],
  modified: ['README.md'],
});
const issue = {
  number: 7,
  title: 'Leaks *badly*',
  html_url: 'https://github.com/dock/ship/issues/7',
  body: 'Water @**all** over\n```\nthe deck',
  state: 'open',
  user: sender,
};
const pull_request = {
  number: 8,
  title: 'Seal the hull',
  html_url: 'https://github.com/dock/ship/pull/8',
  body: null,
  merged: false,
  head: { ref: 'seal', sha: 'a1' },
  base: { ref: 'main', sha: 'b2' },
  user: sender,
};
const comment = { id: 9, html_url: 'https://github.com/dock/ship/issues/7#issuecomment-9', body: 'On it.', user: sender };
const delivery = (event: string, payload: object) => ({
  headers: { 'x-github-event': event, 'content-type': 'application/json' },
  payload: { repository, sender, ...payload },
});

export const push = delivery('push', {
  ref: 'refs/heads/main',
  before: 'b0',
  after: '2222222233333333',
  created: false,
  deleted: false,
  forced: false,
  compare: 'https://github.com/dock/ship/compare/b0...22222222',
  commits: [commit('1111111100000000', 'Mend the sail\n\nIt was torn.'), commit('2222222233333333', 'Paint')],
  pusher: { name: 'ann', email: 'ann@example.com' },
});
export const issueOpened = delivery('issues', { action: 'opened', issue });
export const issueLabeled = delivery('issues', { action: 'labeled', issue, label: { id: 1, name: 'bug', color: 'ff0000' } });
export const issueMilestoned = delivery('issues', { action: 'milestoned', issue });
export const issueComment = delivery('issue_comment', { action: 'created', issue, comment });
export const pullRequestOpened = delivery('pull_request', { action: 'opened', number: 8, pull_request });
export const pullRequestMerged = delivery('pull_request', { action: 'closed', number: 8, pull_request: { ...pull_request, merged: true } });
export const reviewRequested = delivery('pull_request', { action: 'review_requested', pull_request, requested_reviewer: { login: 'bob' } });
export const review = delivery('pull_request_review', {
  action: 'submitted',
  pull_request,
  review: {
    id: 1,
    state: 'changes_requested',
    body: 'Too thin',
    html_url: 'https://github.com/dock/ship/pull/8#r1',
    user: { login: 'bob' },
  },
});
export const reviewComment = delivery('pull_request_review_comment', { action: 'created', pull_request, comment });
export const commitComment = delivery('commit_comment', { action: 'created', comment: { ...comment, commit_id: '1111111100000000' } });
export const released = delivery('release', {
  action: 'published',
  release: { id: 1, tag_name: 'v1', name: 'First', html_url: 'https://github.com/dock/ship/releases/v1', body: 'It floats.' },
});
export const workflow = delivery('workflow_run', {
  action: 'completed',
  workflow_run: {
    name: 'Tests',
    run_number: 12,
    head_branch: 'main',
    conclusion: 'failure',
    html_url: 'https://github.com/dock/ship/actions/runs/1',
  },
});
export const deployment = delivery('deployment_status', {
  deployment: { id: 1, environment: 'harbour' },
  deployment_status: { state: 'success', description: '', target_url: 'https://ci.example.com/1' },
});
export const tagCreated = delivery('create', { ref: 'v1', ref_type: 'tag', master_branch: 'main' });
export const tagDeleted = delivery('delete', { ref: 'v1', ref_type: 'tag' });
export const forked = delivery('fork', { forkee: { ...repository, full_name: 'bob/ship', html_url: 'https://github.com/bob/ship' } });
export const starred = delivery('star', { action: 'created', starred_at: '2026-11-20T10:00:00Z' });
export const ping = delivery('ping', { zen: 'Keep it simple.', hook_id: 1, hook: { type: 'Repository', events: ['push'] } });
export const unknown = delivery('membership', { action: 'added' });
