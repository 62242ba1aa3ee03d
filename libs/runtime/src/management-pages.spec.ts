import { describe, expect, it } from '@jest/globals';
import { ManagementPages } from './management-pages.js';

describe('a page of the management port', () => {
  const pages = new ManagementPages();
  const jobs = () => undefined;
  pages.add('/jobs', jobs);

  it.each(['/jobs', '/jobs/', '/jobs?a=b', '/jobs/api/queues?activeQueue=x'])('answers %s', (url) => expect(pages.at(url)).toBe(jobs));
  it.each(['/', '', '/jobsearch', '/metrics', '/x/jobs', 'http://elsewhere/jobs'])('does not answer %s', (url) =>
    expect(pages.at(url)).toBeUndefined(),
  );
});
