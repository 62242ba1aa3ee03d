import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { renderMessage } from '@parley/contracts/messaging';
import type { UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const preview = async (by: UserRow, content: string) => (await suite.call(renderMessage, by.caller, { content })).rendered;

describe('a preview', () => {
  it('is what a message with this content becomes, and stores nothing', async () => {
    const organization = await suite.rows.organization();
    const ann = await suite.rows.user(organization, { fullName: 'Ann' });
    const channel = await suite.rows.channel(organization, { name: 'General' });
    const text = '**hi** @**Ann** #**General** @**all**\n\n```quote\nwords\n```';
    const before = await suite.rowCounts(organization.id);
    const rendered = await preview(ann, text);
    expect(await suite.rowCounts(organization.id)).toEqual(before);
    const id = await suite.sendToChannel(ann, channel, { content: text });
    const [message] = await suite.seen(ann, [id]);
    expect(message?.content).toBe(rendered);
    expect(rendered).toContain(`<span class="user-mention" data-user-id="${ann.id}">@Ann</span>`);
  });

  it('does not name what the caller may not know', async () => {
    const organization = await suite.rows.organization();
    const ann = await suite.rows.user(organization);
    await suite.rows.channel(organization, { name: 'Secret', isPrivate: true });
    expect(await preview(ann, '#**Secret**')).not.toContain('<a');
  });

  it.each([
    [' \n', 'Message must not be empty'],
    ['a\0b', 'Message must not contain null bytes'],
    ['x'.repeat(10_001), 'content is too long (limit: 10000 characters)'],
  ])('of %j is refused', async (content, msg) => {
    const ann = await suite.rows.user(await suite.rows.organization());
    expect(await suite.refusal(preview(ann, content))).toMatchObject({ code: 'BAD_REQUEST', msg });
  });
});
