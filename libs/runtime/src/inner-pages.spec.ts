import { describe, expect, it } from '@jest/globals';
import { InnerPages } from './inner-pages.js';

describe('a page of the inner port', () => {
  const pages = new InnerPages();
  const jobs = () => undefined;
  pages.add('/jobs', jobs);

  it.each(['/jobs', '/jobs/', '/jobs?a=b', '/jobs/api/queues?activeQueue=x'])('answers %s', (url) => expect(pages.at(url)).toBe(jobs));
  it.each(['/', '', '/jobsearch', '/metrics', '/x/jobs', 'http://elsewhere/jobs'])('does not answer %s', (url) =>
    expect(pages.at(url)).toBeUndefined(),
  );
});
