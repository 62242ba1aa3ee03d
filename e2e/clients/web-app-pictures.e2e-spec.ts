import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { getChannelId, subscribe } from '@parley/contracts/channels';
import { addReaction, sendMessage } from '@parley/contracts/messaging';
import sharp from 'sharp';
import { describeWebApp, type WebAppTools } from './web-app-tools.js';

/** Only `npm run pictures` sets it. Without it, one picture is made and kept nowhere. */
const folder = process.env.PARLEY_PICTURES;
const WIDTHS = folder === undefined ? [360] : [360, 1_024, 1_600];
const SCHEMES = folder === undefined ? (['dark'] as const) : (['light', 'dark'] as const);
const MOST_BYTES = 60_000;

const TALK: readonly (readonly [number, string])[] = [
  [0, 'Good morning! The seeds for the **roof garden** arrived. Who has time on Thursday?'],
  [1, 'I have, after four. Shall I bring the drill?'],
  [2, 'Me too. Here is what we need:\n\n| what | how many |\n|-|-|\n| boxes | 6 |\n| bags of soil | 14 |\n| buckets | 3 |'],
  [0, '@**Bruno Falk** yes please, and the long ladder.\n\n> Shall I bring the drill?'],
  [1, 'Watering is automatic this year:\n\n```js\nif (soil.moisture < 0.3 && !rain.isExpected()) valve.open({ minutes: 5 });\n```'],
  [2, 'Lovely. :tada: Each box holds $$12 \\times 0.4$$ litres a day, so one tank lasts a week.'],
  [1, '```spoiler What is planned for the opening\nCake.\n```'],
];

/** People who talk in a channel, and one who reads. */
async function filled({ world, base }: WebAppTools) {
  const [ada, bruno, chloe, reader] = [
    await world.newcomer('Ada Winter'),
    await world.newcomer('Bruno Falk'),
    await world.newcomer('Chloé Martin'),
    await world.newcomer('Dara Singh'),
  ];
  const talkers = [ada, bruno, chloe];
  const principals = [...talkers, reader].map(({ user_id }) => user_id);
  const send = async (name: string, topic: string, texts: typeof TALK) => {
    await world.as(ada).ok(subscribe, { subscriptions: [{ name }], principals });
    const { stream_id: to } = await world.as(ada).ok(getChannelId, { stream: name });
    const ids: number[] = [];
    for (const [by, content] of texts)
      ids.push((await world.as(talkers[by] ?? ada).ok(sendMessage, { type: 'channel', to, topic, content })).id);
    return { to, ids };
  };
  await send('kitchen', 'lunch on Friday', [[1, 'Soup, or something from the oven?']]);
  await send('kitchen', 'the coffee machine', [[2, 'It is repaired.']]);
  await send('news', 'welcome', [[0, 'Hello everybody!']]);
  await world.as(chloe).ok(sendMessage, { type: 'direct', to: [reader.user_id], content: 'Are you coming, too?' });
  const { to, ids } = await send('garden', 'the roof in spring', TALK);
  for (const person of [bruno, chloe]) await world.as(person).ok(addReaction, { message_id: ids[0] ?? 0, emoji_name: 'seedling' });
  await world.as(ada).ok(addReaction, { message_id: ids[5] ?? 0, emoji_name: 'heart' });
  return { reader, path: `${base}/app/channel/${to}/topic/${encodeURIComponent('the roof in spring')}` };
}

describeWebApp('pictures of the web app', (tools) => {
  it('show a conversation at several widths, light and dark, and are small', async () => {
    const { reader: person, path } = await filled(tools);
    for (const width of WIDTHS) {
      const reader = await tools.open(person, { viewport: { width, height: width === 360 ? 720 : 800 } });
      const { page } = reader;
      await page.goto(path);
      await reader.message('What is planned').waitFor();
      await page.getByRole('button', { name: /^heart 1/ }).waitFor();
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const picture = await sharp(await page.screenshot())
          .webp({ quality: 80 })
          .toBuffer();
        expect(picture.length).toBeLessThan(MOST_BYTES);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        if (folder === undefined) continue;
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, `web-${width}-${colorScheme}.webp`), picture);
      }
    }
  }, 300_000);
});
