import { apiErrors, type Caller } from '@parley/contracts';

/** For the part of an endpoint that opens, gives or widens access. @throws tokenNotAllowed */
export function refuseTokens({ token }: Caller): void {
  if (token !== undefined) throw apiErrors.tokenNotAllowed();
}
