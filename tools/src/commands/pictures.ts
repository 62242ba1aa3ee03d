// npm run pictures: makes the pictures of the web app that docs/web.md shows, with a Parley of its own that is filled for them.
import { repositoryPath } from '../repository.js';
import { reportTests } from '../test/report-tests.js';

await reportTests(() => ({
  stages: ['clients'],
  paths: ['e2e/clients/web-app-pictures'],
  environment: { PARLEY_PICTURES: repositoryPath('docs/pictures') },
}));
