import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_EXPORTED_FILES, MAX_EXPORTED_MESSAGES, startMessageExport } from '@parley/contracts/messaging';
import { ExportsSuite, rowsOf } from './exports-suite.js';

let exports: ExportsSuite;
beforeAll(async () => {
  exports = await ExportsSuite.open();
});
afterAll(() => exports.close());

const TOO_LARGE = 'The organization has too many messages or files. Please request a manual export from the operator of this server.';
/** The text of a part: the pages of 4 MiB, in JSON, with a last message. */
const MOST_IN_A_PART = 6_000_000;

describe('the parts of an archive', () => {
  it('are limited by bytes: long messages, and long lists of votes and reactions', async () => {
    const { organization, ann, channel, olga } = await exports.setting();
    const { database } = exports.messaging.suite;
    await exports.messaging.sendToChannel(ann, channel, { content: 'first' });
    await database.direct.$executeRaw`
      INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
      SELECT nextval('message_id_seq'), ${organization.id}, m.channel_id, m.topic_id, m.topic, m.sender_id, m.sent_at,
        n || repeat(' some text', 1000), repeat('<p>some text</p>', 2000), 'tests'
      FROM message m, generate_series(1, 300) n WHERE m.organization_id = ${organization.id} ORDER BY n`;
    await database.direct.$executeRaw`
      INSERT INTO submessage (organization_id, message_id, sender_id, msg_type, content)
      SELECT ${organization.id}, m.id, m.sender_id, 'widget', repeat('x', 9000)
      FROM (SELECT * FROM message WHERE organization_id = ${organization.id} ORDER BY id LIMIT 20) m, generate_series(1, 50)`;
    const archive = await exports.archiveOf(olga, (await exports.start(olga)).id);
    const sizes = [...archive].filter(([name]) => /^(messages|submessages)\//.test(name)).map(([, text]) => text.length);
    expect(Math.max(...sizes)).toBeLessThan(MOST_IN_A_PART);
    const rows = rowsOf(archive, 'messages');
    expect(rows.map(({ content }) => parseInt(String(content), 10))).toEqual([NaN, ...Array.from({ length: 300 }, (_, n) => n + 1)]);
    expect(rowsOf(archive, 'submessages')).toHaveLength(1_000);
    expect(JSON.parse(archive.get('manifest.json') ?? '').rows).toMatchObject({ messages: 301, submessages: 1_000, reactions: 0 });
  });

  it('have one message at least, however much belongs to it', async () => {
    const { organization, ann, channel, olga } = await exports.setting();
    const { database } = exports.messaging.suite;
    const id = await exports.messaging.sendToChannel(ann, channel, { content: 'voted on' });
    const next = await exports.messaging.sendToChannel(ann, channel, { content: 'not voted on' });
    await database.direct.$executeRaw`
      INSERT INTO submessage (organization_id, message_id, sender_id, msg_type, content)
      SELECT ${organization.id}, ${id}::bigint, ${ann.id}, 'widget', repeat('x', 9000) FROM generate_series(1, 600)`;
    const archive = await exports.archiveOf(olga, (await exports.start(olga)).id);
    expect(rowsOf(archive, 'messages').map((row) => row.id)).toEqual([id, next]);
    expect(rowsOf(archive, 'submessages')).toHaveLength(600);
  });
});

describe('an organization at the limit', () => {
  it('may begin an export with 250,000 messages, and is told to ask the operator with one more', async () => {
    const { organization, ann, channel, olga } = await exports.setting();
    const { database } = exports.messaging.suite;
    const insert = (count: number) => database.direct.$executeRaw`
      INSERT INTO message (id, organization_id, conversation_id, sender_id, sent_at, content, rendered, client_name)
      SELECT nextval('message_id_seq'), ${organization.id}, 1999999999, ${ann.id}, now(), '', '', 'tests' FROM generate_series(1, ${count}::int)`;
    await exports.messaging.sendToChannel(ann, channel, { content: 'the only one in a channel' });
    await insert(MAX_EXPORTED_MESSAGES - 1);
    const { id } = await exports.start(olga);
    expect(rowsOf(await exports.archiveOf(olga, id), 'messages')).toHaveLength(1);
    await insert(1);
    const { status, code, msg } = await exports.messaging.refusal(exports.messaging.call(startMessageExport, olga.caller, {}));
    expect([status, code, msg]).toEqual([400, 'BAD_REQUEST', TOO_LARGE]);
    expect((await exports.list(olga)).map((each) => each.id)).toEqual([id]);
  }, 300_000);

  it('is refused with more than 250,000 files', async () => {
    const { organization, ann, olga } = await exports.setting();
    const { database } = exports.messaging.suite;
    await database.direct.$executeRaw`
      INSERT INTO attachment (organization_id, owner_id, path_id, name, size)
      SELECT ${organization.id}, ${ann.id}, ${organization.id} || '/' || n || '/x', 'x', 1 FROM generate_series(1, ${MAX_EXPORTED_FILES + 1}::int) n`;
    expect((await exports.messaging.refusal(exports.start(olga))).msg).toBe(TOO_LARGE);
  }, 300_000);
});
