import { describe, expect, it } from '@jest/globals';
import { message, written } from '../testing.js';
import * as fixtures from './fixtures.js';
import { jira } from './index.js';

const ISSUE = '[SHIP-7](https://dock.atlassian.net/browse/SHIP-7) Leaks &#60;badly>';
const topic = 'SHIP-7: Leaks <badly>';

describe('Jira', () => {
  it.each([
    [
      'a new issue',
      fixtures.created,
      `**Ann** created ${ISSUE}\n\n* Type: **Bug**\n* Priority: **High**\n\n\`\`\`quote\nWater everywhere\n\`\`\``,
    ],
    [
      'changes',
      fixtures.updated,
      `**Ann** changed ${ISSUE}\n\n* status: **To Do** → **In &#42;Progress&#42;**\n* assignee: none → **Ann**\n* description changed`,
    ],
    ['a deleted issue', fixtures.deleted, '**Ann** deleted **SHIP-7 Leaks &#60;badly>**'],
    ['a comment', fixtures.commented, `**Ann** commented on ${ISSUE}\n\n\`\`\`quote\nOn it.\n\`\`\``],
    ['a deleted comment', fixtures.commentDeleted, `**Ann** deleted a comment on ${ISSUE}`],
  ])('tells about %s', (_, fixture, content) => {
    expect(message(jira, fixture)).toEqual({ topic, content });
  });

  it('leaves out a change that is only a comment, which is an event of its own, and unknown events', () => {
    expect(written(jira, fixtures.updatedByComment)).toMatchObject({ reason: 'irrelevant' });
    expect(written(jira, fixtures.sprint)).toEqual({ kind: 'ignored', event: 'sprint_started', reason: 'unsupported' });
    expect(written(jira, { payload: [] })).toMatchObject({ reason: 'unsupported' });
  });

  it('names what is missing', () => {
    expect(() => message(jira, { payload: { webhookEvent: 'comment_created', issue: fixtures.created.payload.issue } })).toThrow(
      'Invalid payload: payload.comment: ',
    );
  });
});
