import { valueErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

const name = 'field_data["0"]["text"]';

export const valueErrorExamples: ErrorExamples<typeof valueErrors> = {
  valueTooLarge: { args: { name: 'User IDs' }, fields: {} },
  missingValue: { args: { name }, fields: {} },
  notString: { args: { name }, fields: {} },
  notList: { args: { name: 'User IDs' }, fields: {} },
  notDict: { args: { name: 'field_data["0"]' }, fields: {} },
  notDate: { args: { name: 'Birthday' }, fields: {} },
  notUrl: { args: { name: 'URL pattern' }, fields: {} },
};
