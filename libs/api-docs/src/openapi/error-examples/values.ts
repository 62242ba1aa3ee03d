import { valueErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

const name = 'field_data["0"]["text"]';

export const valueErrorExamples: ErrorExamples<typeof valueErrors> = {
  missingValue: { args: { name }, fields: {} },
  notString: { args: { name }, fields: {} },
  notInteger: { args: { name: 'stream_id' }, fields: {} },
  notBoolean: { args: { name: 'invite_only' }, fields: {} },
  notList: { args: { name: 'User IDs' }, fields: {} },
  notDict: { args: { name: 'field_data["0"]' }, fields: {} },
  notDate: { args: { name: 'Birthday' }, fields: {} },
  notUrl: { args: { name: 'URL pattern' }, fields: {} },
  notAllowedType: { args: { name: 'anchor' }, fields: {} },
  blankText: { args: { name: 'title' }, fields: {} },
  textTooLong: { args: { name: 'title', limit: 60 }, fields: {} },
  wrongLength: { args: { name: 'token', length: 64 }, fields: {} },
  valueTooSmall: { args: { name: 'num_before' }, fields: {} },
  valueTooLarge: { args: { name: 'User IDs' }, fields: {} },
  invalidFormat: { args: { name: 'local_id' }, fields: {} },
  unexpectedArgument: { args: { name: 'subscriptions[0]', argument: 'colour' }, fields: {} },
  invalidValue: { args: { name: 'propagate_mode' }, fields: {} },
};
