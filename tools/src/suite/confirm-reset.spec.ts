import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { confirmReset } from './confirm-reset.js';

const folders = new ScratchFolders();
let directory: string;
let questions: string[];

beforeEach(() => {
  directory = folders.make('reset');
  questions = [];
});
afterAll(() => folders.remove());

const answering = (answer: string) => async (question: string) => {
  questions.push(question);
  return answer;
};

describe('--reset', () => {
  it('asks before it deletes data, and continues after yes', async () => {
    mkdirSync(join(directory, 'stores'));
    await confirmReset(directory, answering(' Yes '));
    expect(questions).toEqual([`--reset deletes all messages, accounts and files in ${directory}. Type yes to continue: `]);
  });

  it.each(['', 'y', 'no', 'yes please'])('deletes nothing after the answer "%s"', async (answer) => {
    mkdirSync(join(directory, 'stores'));
    await expect(confirmReset(directory, answering(answer))).rejects.toThrow('Nothing was deleted, and Parley was not started.');
  });

  it('does not ask if there is no data', async () => {
    await confirmReset(directory, answering('no'));
    expect(questions).toEqual([]);
  });

  it('is refused without a terminal, with a hint', async () => {
    await expect(confirmReset(directory, undefined)).rejects.toThrow('add --yes, as in npm start -- --reset --yes.');
  });
});
