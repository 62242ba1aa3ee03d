import { describe, expect, it } from '@jest/globals';
import { whoSeesUser } from './user-audience.js';

describe('the audience of events about a user', () => {
  it('is everyone if guests see everyone', () => {
    expect(whoSeesUser(null)).toEqual({ roles: [100, 200, 300, 400, 600] });
  });
  it('is members and above, and the guests who know the user, if guests do not see everyone', () => {
    expect(whoSeesUser([7, 9])).toEqual({ roles: [100, 200, 300, 400], users: [7, 9] });
  });
});
