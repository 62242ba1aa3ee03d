import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WireNarrow } from '@parley/contracts/messaging';
import type { ChannelRow, OrganizationRow, UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const setting = () => suite.channelOfTwo();

const search = (operand: string, negated = false) => ({ operator: 'search', operand, negated });
const mark = (word: string) => `<span class="highlight">${word}</span>`;

describe('a search', () => {
  it.each<[string, string, boolean]>([
    ['fox', 'the quick brown fox jumps', true],
    ['FOXES jumping', 'the quick brown fox jumps', true],
    ['fox wolf', 'the quick brown fox jumps', false],
    ['the fox', 'a fox', true],
    ['plans', 'said in the topic alone', true],
    ['"quick brown" jumps', 'the quick brown fox jumps', true],
    ['"brown quick"', 'the quick brown fox jumps', false],
    ['"QUICK Brown"', 'the quick brown fox jumps', true],
    ['"jumps" "quick"', 'the quick brown fox jumps', true],
    ['"to be or not"', 'to be or not to be', true],
    ['"to be or not"', 'not to be', false],
    ['the', 'the quick brown fox jumps', false],
    ['"100%"', '100% sure', true],
    ['"100%"', '1000 times sure', false],
    ['лиса', 'хитрая лиса', true],
    ["' | & ! ( :* <->", 'the quick brown fox jumps', false],
  ])('for %s in %j: %s', async (operand, content, isFound) => {
    const { ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content });
    expect(await suite.readIds(bob, [search(operand)])).toEqual(isFound ? [id] : []);
    expect(await suite.readIds(bob, [search(operand, true)])).toEqual(isFound ? [] : [id]);
  });

  it('with several words requires all, and can be combined with other terms', async () => {
    const { ann, bob, channel } = await setting();
    const both = await suite.sendToChannel(ann, channel, { content: 'a fox and a wolf' });
    await suite.sendToChannel(ann, channel, { content: 'a fox' });
    const direct = await suite.sendDirect(ann, [bob], { content: 'fox, wolf, bear' });
    const wolfAndFox: WireNarrow = [search('fox'), search('wolf')];
    expect(await suite.readIds(bob, wolfAndFox)).toEqual([both, direct]);
    expect(await suite.readIds(bob, [...wolfAndFox, { operator: 'channel', operand: channel.id }])).toEqual([both]);
    expect(await suite.readIds(bob, [...wolfAndFox, { operator: 'is', operand: 'dm' }])).toEqual([direct]);
    expect(await suite.readIds(bob, [...wolfAndFox, { operator: 'is', operand: 'unread' }])).toEqual([both, direct]);
    expect(await suite.readIds(bob, [...wolfAndFox, search('bear', true)])).toEqual([both]);
    expect(await suite.readIds(ann, [...wolfAndFox, { operator: 'sender', operand: ann.id }])).toEqual([both, direct]);
  });

  it('only finds messages that the user may read: not in other channels, nor from before they joined, nor of other organizations', async () => {
    const { organization, ann, bob } = await setting();
    const secret = await suite.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
    await suite.rows.subscription(secret, [ann]);
    const before = await suite.sendToChannel(ann, secret, { content: 'a rare aardvark' });
    expect(await suite.readIds(bob, [search('aardvark')])).toEqual([]);
    await suite.rows.subscription(secret, [bob], { afterId: BigInt(before) });
    const after = await suite.sendToChannel(ann, secret, { content: 'another aardvark' });
    expect(await suite.readIds(bob, [search('aardvark')])).toEqual([after]);
    expect(await suite.readIds((await setting()).bob, [search('aardvark')])).toEqual([]);
  });
});

describe('matches', () => {
  it('are highlighted in content and topic, whose HTML stays well-formed', async () => {
    const { ann, bob, channel } = await setting();
    await suite.sendToChannel(ann, channel, {
      topic: 'fox & <friends>',
      content: '**fox** and [foxes](https://example.com/fox) `a fox & b`',
    });
    const { messages } = await suite.read(bob, [search('fox')]);
    expect(messages).toMatchObject([
      {
        match_subject: `${mark('fox')} &amp; &lt;friends&gt;`,
        match_content:
          `<p><strong>${mark('fox')}</strong> and <a href="https://example.com/fox">${mark('foxes')}</a> ` +
          `<code>a ${mark('fox')} &amp; b</code></p>`,
      },
    ]);
  });

  it('use the form of the topic that the client knows, as HTML in all cases', async () => {
    const { ann, bob, channel } = await setting();
    await suite.sendToChannel(ann, channel, { topic: '', content: '*fox*' });
    await suite.sendDirect(ann, [bob], { content: 'fox' });
    const subjects = async (fields: Record<string, unknown>) =>
      (await suite.read(bob, [search('fox')], fields)).messages.map((message) => [message.match_subject, message.match_content]);
    const direct = ['', `<p>${mark('fox')}</p>`];
    expect(await subjects({})).toEqual([['general chat', `<p><em>${mark('fox')}</em></p>`], direct]);
    expect(await subjects({ allow_empty_topic_name: true, apply_markdown: false })).toEqual([
      ['', `<p><em>${mark('fox')}</em></p>`],
      direct,
    ]);
  });

  it('are not returned without a search, and negated terms highlight nothing', async () => {
    const { ann, bob, channel } = await setting();
    await suite.sendToChannel(ann, channel, { content: 'fox' });
    const [plain] = (await suite.read(bob, [])).messages;
    expect(plain).not.toHaveProperty('match_content');
    const [negated] = (await suite.read(bob, [search('wolf', true)])).messages;
    expect(negated).toMatchObject({ match_content: '<p>fox</p>', match_subject: 'plans' });
  });
});

describe('among many messages', () => {
  const MANY = 12_000;
  let organization: OrganizationRow;
  let bob: UserRow;
  let channels: ChannelRow[];
  let ids: number[];

  /** One in three says "common", each 4,000th "rare"; the sender of each 3,000th is Bob. They alternate between two channels. */
  beforeAll(async () => {
    organization = await suite.rows.organization();
    const ann = await suite.rows.user(organization);
    bob = await suite.rows.user(organization);
    channels = [await suite.rows.channel(organization), await suite.rows.channel(organization)];
    for (const channel of channels) await suite.rows.subscription(channel, [ann, bob]);
    await suite.client.$executeRaw`
      WITH made AS (
        INSERT INTO message (id, organization_id, channel_id, sender_id, sent_at, topic, content, rendered, client_name)
        SELECT nextval('message_id_seq'), ${organization.id}, (${channels.map(({ id }) => id)}::int[])[1 + n % 2],
          CASE WHEN n % 3000 = 0 THEN ${bob.id}::int ELSE ${ann.id}::int END, now(), 'many',
          concat_ws(' ', 'number', n, CASE WHEN n % 3 = 0 THEN 'common' END, CASE WHEN n % 4000 = 0 THEN 'rare' END), '', 'tests'
        FROM generate_series(1, ${MANY}) AS n
        RETURNING id, organization_id, channel_id, content)
      INSERT INTO message_search (organization_id, message_id, received_channel_id, tsv)
      SELECT organization_id, id, channel_id, to_tsvector('english', content) FROM made`;
    const rows = await suite.client.message.findMany({
      where: { organizationId: organization.id },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    ids = rows.map(({ id }) => Number(id));
  });
  const numbered = (...numbers: number[]) => numbers.map((n) => ids[n - 1]);
  const inFirst = () => ({ operator: 'channel', operand: channels[0]?.id ?? 0 });

  it('finds a frequent word nearest to the anchor, and a rare one at any distance', async () => {
    const newest = await suite.readIds(bob, [search('common')], { num_before: 3 });
    expect(newest).toEqual(numbered(11_994, 11_997, 12_000));
    expect(await suite.readIds(bob, [search('rare')])).toEqual(numbered(4_000, 8_000, 12_000));
    expect(await suite.readIds(bob, [search('rare'), inFirst()])).toEqual(numbered(4_000, 8_000, 12_000));
    expect(await suite.readIds(bob, [search('rare common')], { anchor: 'oldest', num_before: 0, num_after: 5 })).toEqual(numbered(12_000));
  });

  it('finds both sides of an anchor, and both ends', async () => {
    const around = await suite.read(bob, [search('rare')], { anchor: ids[7_999], num_before: 1, num_after: 1 });
    expect(around.messages.map(({ id }) => id)).toEqual(numbered(4_000, 8_000, 12_000));
    expect(around).toMatchObject({ found_anchor: true, found_oldest: false, found_newest: false });
    const all = await suite.read(bob, [search('rare')], { anchor: ids[7_999], num_before: 2, num_after: 2 });
    expect(all).toMatchObject({ found_oldest: true, found_newest: true });
  });

  it('finds a frequent word if another term makes it rare', async () => {
    expect(await suite.readIds(bob, [search('common'), { operator: 'sender', operand: bob.id }])).toEqual(
      numbered(3_000, 6_000, 9_000, 12_000),
    );
    expect(await suite.readIds(bob, [search('common'), { operator: 'sender', operand: bob.id }, inFirst()])).toEqual(
      numbered(3_000, 6_000, 9_000, 12_000),
    );
  });
});
