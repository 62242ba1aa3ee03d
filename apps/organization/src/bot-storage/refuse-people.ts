import { apiErrors, type Caller } from '@parley/contracts';

/** @throws badRequest for a person: only bots keep anything here. */
export function refusePeople({ isBot }: Caller): void {
  if (!isBot) throw apiErrors.badRequest({ msg: 'This endpoint requires a bot user.' });
}
