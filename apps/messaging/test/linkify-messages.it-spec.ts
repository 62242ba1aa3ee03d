import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function setting() {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization);
  const bob = await suite.rows.user(organization);
  const channel = await suite.rows.channel(organization);
  await suite.rows.subscription(channel, [ann, bob]);
  const linkify = (pattern: string, urlTemplate: string, place = 0) =>
    suite.client.linkifier.create({ data: { organizationId: organization.id, pattern, urlTemplate, place } });
  return { organization, ann, bob, channel, linkify };
}

const ISSUE = '#(?P<id>[0-9]+)';

describe('the linkifiers of the organization', () => {
  it('create links in content and topic, in events and answers', async () => {
    const { organization, ann, bob, channel, linkify } = await setting();
    await linkify(ISSUE, 'https://tracker.example.com/{id}');
    const mark = await suite.mark(organization.id);
    const id = await suite.sendToChannel(ann, channel, { topic: 'fix #7', content: 'see #12' });
    const [message] = await suite.seen(bob, [id]);
    expect(message).toMatchObject({
      content: '<p>see <a href="https://tracker.example.com/12">#12</a></p>',
      topic_links: [{ text: '#7', url: 'https://tracker.example.com/7' }],
    });
    const [event] = await suite.eventsSince(mark, bob, { eventTypes: ['message'] });
    expect(event?.message).toMatchObject({ content: message?.content, topic_links: message?.topic_links });
  });

  it('take effect at once when they change: for new messages, and for all topics', async () => {
    const { ann, bob, channel, linkify } = await setting();
    const before = await suite.sendToChannel(ann, channel, { topic: '#7', content: '#7' });
    const { id } = await linkify(ISSUE, 'https://a.example.com/{id}');
    const between = await suite.sendToChannel(ann, channel, { topic: '#7', content: '#7' });
    await suite.client.linkifier.update({ where: { id }, data: { urlTemplate: 'https://b.example.com/{id}' } });
    const after = await suite.sendToChannel(ann, channel, { topic: '#7', content: '#7' });
    const shown = await suite.seen(bob, [before, between, after]);
    expect(shown.map(({ content }) => content)).toEqual([
      '<p>#7</p>',
      '<p><a href="https://a.example.com/7">#7</a></p>',
      '<p><a href="https://b.example.com/7">#7</a></p>',
    ]);
    expect(new Set(shown.map(({ topic_links }) => JSON.stringify(topic_links)))).toEqual(
      new Set([JSON.stringify([{ text: '#7', url: 'https://b.example.com/7' }])]),
    );
  });

  it('are tried in their order', async () => {
    const { ann, bob, channel, linkify } = await setting();
    await linkify('(?P<x>#7)', 'https://second.example.com/{x}', 1);
    await linkify(ISSUE, 'https://first.example.com/{id}', 0);
    const [message] = await suite.seen(bob, [await suite.sendToChannel(ann, channel, { content: '#7' })]);
    expect(message?.content).toBe('<p><a href="https://first.example.com/7">#7</a></p>');
  });

  it('never link to unsafe URLs, and apply only in their organization', async () => {
    const [home, away] = [await setting(), await setting()];
    await home.linkify('evil(?P<x>.*)', 'javascript:{x}');
    await away.linkify(ISSUE, 'https://tracker.example.com/{id}');
    const id = await suite.sendToChannel(home.ann, home.channel, { topic: 'evil #7', content: 'evil #7' });
    const [message] = await suite.seen(home.bob, [id]);
    expect(message).toMatchObject({ content: '<p>evil #7</p>', topic_links: [] });
  });
});
