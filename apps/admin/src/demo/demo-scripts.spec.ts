import { describe, expect, it } from '@jest/globals';
import { demoOrganization } from './demo-organization.js';
import { otherOrganization } from './other-organization.js';
import type { DemoScript, Step } from './script.js';

const scripts: [string, DemoScript][] = [demoOrganization, otherOrganization].map((script) => [script.stringId, script]);

describe.each(scripts)('the script of %s', (_, { people, bot, story }) => {
  it('has the promised people, and names no one else', () => {
    expect(people.map(({ role }) => role)).toEqual([100, 200, 300, 400, 400, 400, 400, 400, 400, 600]);
    const keys = [...people.map(({ key }) => key), bot.key];
    expect(keys).toEqual(expect.arrayContaining(story.flatMap(namedIn)));
    expect(new Set(keys).size).toBe(11);
  });

  it('opens every channel before it is used', () => {
    const open = new Set<string>();
    for (const step of story) {
      if (step.step === 'opens-channel') open.add(step.channel);
      else if (step.step !== 'writes') expect(open).toContain(step.channel);
    }
  });

  it('has public channels and private ones of both kinds, several topics and direct messages', () => {
    const accesses = story.flatMap((step) => (step.step === 'opens-channel' ? [step.access] : []));
    expect(accesses.filter((access) => access === 'public').length).toBeGreaterThan(2);
    expect(accesses).toEqual(expect.arrayContaining(['private with shared history', 'private with protected history']));
    expect(new Set(story.flatMap((step) => (step.step === 'says' ? [step.topic] : []))).size).toBeGreaterThan(4);
    expect(story.some(({ step }) => step === 'writes')).toBe(true);
  });

  it('ends with a message in a topic of its own, which marks the story as complete', () => {
    const last = story.at(-1);
    expect(last?.step).toBe('says');
    const sameTopic = story.filter((step) => step.step === 'says' && last?.step === 'says' && step.topic === last.topic);
    expect(sameTopic).toHaveLength(1);
  });
});

function namedIn(step: Step): readonly string[] {
  switch (step.step) {
    case 'opens-channel':
    case 'joins':
      return [step.by, ...step.members];
    case 'says':
      return [step.by];
    case 'writes':
      return [step.by, ...step.to];
  }
}
