import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@parley/runtime';
import { z } from 'zod';
import { ACCEPTED_BREAKS } from './accepted-breaks.js';
import { declaredMessages, MESSAGE_AREAS, type MessageArea } from './declared-messages.js';
import { fixtureOf, messageFixture, refusedByPrevious, refusedOfPrevious } from './message-fixtures.js';

const FOLDER = fileURLToPath(new URL('../../previous-version/', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../../../../prisma/migrations/', import.meta.url));
const fixtures = z.record(z.string(), messageFixture);

if (testEnvironment().PARLEY_WRITE_PREVIOUS_VERSION === '1') writePreviousVersion();

describe.each(MESSAGE_AREAS)('%s of the previous version', (area) => {
  const previous = read(area);
  const today = declaredMessages(area);

  it('are understood by this version', () => {
    const refused = [...previous].flatMap(([name, fixture]) => refusedOfPrevious(name, fixture, today.get(name)));
    expect(refused).toEqual(acceptedOf(area, 'previous'));
  });

  // An event is read by event-queue only, which is upgraded first.
  if (area === 'events') return;

  it('are what this version sends too', () => {
    const refused = [...previous].flatMap(([name, fixture]) => {
      const schema = today.get(name);
      if (!schema) return [];
      const sent = fixtureOf(name, schema);
      // A caller sends further fields only for what the previous version does not offer.
      return refusedByPrevious(name, fixture, sent, area === 'inputs' ? sent.samples.slice(0, 1) : sent.samples);
    });
    expect(refused).toEqual(acceptedOf(area, 'today'));
  });
});

it.each(MESSAGE_AREAS)('a valid sample of each of the %s can be made', (area) => {
  for (const [name, schema] of declaredMessages(area)) expect(fixtureOf(name, schema).samples.length).toBeGreaterThan(0);
});

function acceptedOf(area: MessageArea, sentBy: 'previous' | 'today'): string[] {
  return ACCEPTED_BREAKS.filter((each) => each.area === area && each.sentBy === sentBy).map(({ refusal }) => refusal);
}

function read(area: MessageArea): ReadonlyMap<string, z.infer<typeof messageFixture>> {
  return new Map(Object.entries(fixtures.parse(JSON.parse(readFileSync(`${FOLDER}${area}.json`, 'utf8')))));
}

function writePreviousVersion(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const area of MESSAGE_AREAS) {
    const lines = [...declaredMessages(area)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(fixtureOf(name, schema))}`);
    writeFileSync(`${FOLDER}${area}.json`, `{\n${lines.join(',\n')}\n}\n`);
  }
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  const version = {
    commit: git('rev-parse', 'HEAD'),
    date: git('log', '-1', '--format=%cs'),
    migration: readdirSync(MIGRATIONS).sort().at(-1),
  };
  writeFileSync(`${FOLDER}version.json`, `${JSON.stringify(version, undefined, 2)}\n`);
}
