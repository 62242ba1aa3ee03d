// Payloads as Jira documents them, shortened to the parts around what is read.

const user = { accountId: '5b10', displayName: 'Ann', active: true };
const issue = {
  id: '10002',
  self: 'https://dock.atlassian.net/rest/api/2/issue/10002',
  key: 'SHIP-7',
  fields: {
    summary: 'Leaks <badly>',
    description: 'Water everywhere',
    issuetype: { name: 'Bug' },
    priority: { name: 'High' },
    assignee: null,
    status: { name: 'To Do' },
  },
};
const comment = { id: '1', body: 'On it.', author: user, updateAuthor: user, created: '2026-11-20T10:00:00.000+0000' };

export const created = {
  payload: { timestamp: 1, webhookEvent: 'jira:issue_created', issue_event_type_name: 'issue_created', user, issue },
};
export const updated = {
  payload: {
    ...created.payload,
    webhookEvent: 'jira:issue_updated',
    changelog: {
      id: '5',
      items: [
        { field: 'status', fieldtype: 'jira', from: '1', fromString: 'To Do', to: '2', toString: 'In *Progress*' },
        { field: 'assignee', fieldtype: 'jira', from: null, fromString: null, to: '5b10', toString: 'Ann' },
        { field: 'description', fieldtype: 'jira', from: null, fromString: 'Water', to: null, toString: 'Water everywhere' },
      ],
    },
  },
};
export const updatedByComment = { payload: { ...created.payload, webhookEvent: 'jira:issue_updated', comment } };
export const deleted = { payload: { ...created.payload, webhookEvent: 'jira:issue_deleted' } };
export const commented = { payload: { timestamp: 1, webhookEvent: 'comment_created', comment, issue } };
export const commentDeleted = { payload: { timestamp: 1, webhookEvent: 'comment_deleted', comment, issue } };
export const sprint = { payload: { timestamp: 1, webhookEvent: 'sprint_started', sprint: { id: 4 } } };
