// Payloads as GitLab documents them, shortened to the parts around what is read.

const project = {
  id: 1,
  name: 'Ship',
  web_url: 'https://gitlab.example.com/dock/ship',
  path_with_namespace: 'dock/ship',
  default_branch: 'main',
};
const user = { id: 2, name: 'Ann', username: 'ann' };
const ZEROS = '0000000000000000000000000000000000000000';
const delivery = (event: string, payload: object) => ({ headers: { 'x-gitlab-event': event }, payload: { project, user, ...payload } });
const issue = {
  id: 11,
  iid: 7,
  title: 'Leaks',
  description: 'Water',
  url: 'https://gitlab.example.com/dock/ship/-/issues/7',
  state: 'opened',
};
const merge = {
  id: 12,
  iid: 8,
  title: 'Seal',
  description: '',
  url: 'https://gitlab.example.com/dock/ship/-/merge_requests/8',
  source_branch: 'seal',
  target_branch: 'main',
};
const note = { id: 13, note: 'Looks good', url: 'https://gitlab.example.com/dock/ship/-/merge_requests/8#note_13' };

export const push = delivery('Push Hook', {
  object_kind: 'push',
  ref: 'refs/heads/main',
  before: 'aaaa1111',
  after: 'bbbb2222',
  user_name: 'Ann',
  total_commits_count: 25,
  commits: [
    {
      id: 'bbbb2222cccc',
      message: 'Paint\n',
      url: 'https://gitlab.example.com/dock/ship/-/commit/bbbb2222cccc',
      author: { name: 'Ann', email: 'ann@example.com' },
    },
  ],
});
export const branchDeleted = delivery('Push Hook', {
  ref: 'refs/heads/old',
  before: 'aaaa1111',
  after: ZEROS,
  user_name: 'Ann',
  commits: [],
});
export const branchCreated = delivery('Push Hook', { ...push.payload, before: ZEROS, total_commits_count: 1 });
export const tag = delivery('Tag Push Hook', { ref: 'refs/tags/v1', before: ZEROS, after: 'bbbb2222', user_name: 'Ann' });
export const issueOpened = delivery('Issue Hook', { object_kind: 'issue', object_attributes: { ...issue, action: 'open' } });
export const mergeOpened = delivery('Merge Request Hook', { object_attributes: { ...merge, action: 'open' } });
export const merged = delivery('Merge Request Hook', { object_attributes: { ...merge, action: 'merge' } });
export const noteOnMerge = delivery('Note Hook', { object_attributes: { ...note, noteable_type: 'MergeRequest' }, merge_request: merge });
export const noteOnCommit = delivery('Note Hook', {
  object_attributes: { ...note, noteable_type: 'Commit' },
  commit: { id: 'bbbb2222cccc' },
});
export const pipeline = delivery('Pipeline Hook', {
  object_attributes: { id: 31, ref: 'main', status: 'failed', duration: 63.4, url: 'https://gitlab.example.com/dock/ship/-/pipelines/31' },
});
export const pipelineRunning = delivery('Pipeline Hook', { object_attributes: { id: 31, ref: 'main', status: 'running' } });
export const job = delivery('Job Hook', {
  ref: 'main',
  build_id: 41,
  build_name: 'test',
  build_status: 'success',
  repository: { name: 'Ship', homepage: 'https://gitlab.example.com/dock/ship' },
});
export const released = delivery('Release Hook', {
  action: 'create',
  name: 'First',
  tag: 'v1',
  url: 'https://gitlab.example.com/dock/ship/-/releases/v1',
  description: 'It floats.',
});
export const wiki = delivery('Wiki Page Hook', {
  object_attributes: { title: 'Knots', url: 'https://gitlab.example.com/dock/ship/-/wikis/knots', action: 'create' },
});
