import { Controller } from '@nestjs/common';
import { ApiError, type CallOf } from '@parley/contracts';
import {
  devFetchApiKey,
  devListUsers,
  fetchApiKey,
  regenerateApiKey,
  rotateApiKey,
  setPassword,
  verifyCredentials,
  verifyKeys,
  verifyManyCredentials,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { DevFetchApiKey } from './dev-fetch-api-key.js';
import { DevListUsers } from './dev-list-users.js';
import { FetchApiKey } from './fetch-api-key.js';
import { FreshProof } from './fresh-proof.js';
import { RotateApiKey } from './rotate-api-key.js';
import { SetPassword } from './set-password.js';
import { VerifyCredentials } from './verify-credentials.js';
import { VerifyKeys } from './verify-keys.js';

@Controller()
export class CredentialsController {
  constructor(
    private readonly verification: VerifyCredentials,
    private readonly fetching: FetchApiKey,
    private readonly devFetching: DevFetchApiKey,
    private readonly devList: DevListUsers,
    private readonly rotation: RotateApiKey,
    private readonly proof: FreshProof,
    private readonly passwordChange: SetPassword,
    private readonly keys: VerifyKeys,
  ) {}

  @Serves(verifyCredentials)
  verifyCredentials({ params }: CallOf<typeof verifyCredentials>) {
    return this.verification.execute(params);
  }

  @Serves(verifyManyCredentials)
  async verifyManyCredentials({ params }: CallOf<typeof verifyManyCredentials>) {
    const answers = await this.verification.executeMany(params.credentials);
    return { answers: answers.map((answer) => (answer instanceof ApiError ? { refusal: answer.toShape() } : { identity: answer })) };
  }

  @Serves(fetchApiKey)
  fetchApiKey(call: CallOf<typeof fetchApiKey>) {
    return this.fetching.execute(call);
  }

  @Serves(devFetchApiKey)
  devFetchApiKey(call: CallOf<typeof devFetchApiKey>) {
    return this.devFetching.execute(call);
  }

  @Serves(devListUsers)
  devListUsers(call: CallOf<typeof devListUsers>) {
    return this.devList.execute(call);
  }

  @Serves(regenerateApiKey)
  async regenerateApiKey({ caller }: CallOf<typeof regenerateApiKey>) {
    await this.proof.check(caller, { ofAll: true });
    const { apiKey } = await this.rotation.execute(caller.organizationId, caller.userId);
    return { api_key: apiKey };
  }

  @Serves(rotateApiKey)
  rotateApiKey({ params }: CallOf<typeof rotateApiKey>) {
    return this.rotation.execute(params.organizationId, params.userId, params);
  }

  @Serves(setPassword)
  async setPassword({ params }: CallOf<typeof setPassword>) {
    await this.passwordChange.execute(params.organizationId, params.userId, params.password);
    return {};
  }

  @Serves(verifyKeys)
  verifyKeys({ params }: CallOf<typeof verifyKeys>) {
    return this.keys.execute(params);
  }
}
