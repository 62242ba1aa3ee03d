import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DemoFile } from './demo-file.js';

const content = { base_url: 'http://127.0.0.1:9991', organizations: [{ string_id: 'demo', host: 'demo.localhost:9991', users: [] }] };

let directory: string;
let path: string;
let file: DemoFile;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'parley-demo-file-'));
  path = join(directory, 'deep', 'demo.json');
  file = new DemoFile(path);
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('the file of the demo', () => {
  it('reads what it wrote', () => {
    expect(file.read()).toBeUndefined();
    expect(file.write(content)).toBe(true);
    expect(file.read()).toEqual(content);
  });

  it('is not written again if nothing changed', () => {
    file.write(content);
    const { ino } = statSync(path);
    expect(file.write(content)).toBe(false);
    expect(statSync(path).ino).toBe(ino);
  });

  it('is readable only by its owner, whatever its permissions were before', () => {
    file.write(content);
    chmodSync(path, 0o644);
    file.write({ ...content, base_url: 'http://127.0.0.1:9992' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each(['', '{"base_url": "http', '{"organizations": "gone"}'])('counts as absent if it is damaged: %s', (text) => {
    file.write(content);
    writeFileSync(path, text);
    expect(file.read()).toBeUndefined();
  });
});
