// npm run pictures: takes the screenshots for docs/web.md. An end-to-end test does this on a separate Parley with sample data.
import { repositoryPath } from '../repository.js';
import { reportTests } from '../test/report-tests.js';

await reportTests(() => ({
  stages: ['clients'],
  paths: ['e2e/clients/web-app-pictures'],
  environment: { PARLEY_PICTURES: repositoryPath('docs/pictures') },
}));
