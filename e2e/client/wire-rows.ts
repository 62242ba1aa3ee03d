import { expect } from '@jest/globals';
import { addReaction, sendMessage } from '@parley/contracts/messaging';
import { type WireAnswer, type WireRequest, wireRequest } from './wire-request.js';
import type { World } from './world.js';

/** The channel and message that the rows refer to. */
export interface WirePlace {
  readonly channel: { readonly id: number; readonly name: string };
  /** Sent by the caller to the channel, with a reaction. */
  readonly message: number;
}

export type WireRow = readonly [
  what: string,
  request: (place: WirePlace) => WireRequest,
  answer: (place: WirePlace) => Readonly<Record<string, unknown>>,
];

/** Runs a table of requests with expected answers, as a member in a channel of their own. */
export class WireRows {
  private constructor(
    private readonly world: World,
    private readonly place: WirePlace,
  ) {}

  static async begin(world: World): Promise<WireRows> {
    const member = world.as(world.member);
    const channel = await world.channel([world.member, world.colleague]);
    const { id: message } = await member.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'wire', content: 'On the wire' });
    await member.ok(addReaction, { message_id: message, emoji_name: 'tada' });
    return new WireRows(world, { channel, message });
  }

  ask(request: WireRequest): Promise<WireAnswer> {
    return wireRequest(this.world.baseUrl, this.world.member, request);
  }

  /** An ignored parameter must be part of the row. */
  async expectAnswered([, request, answer]: WireRow): Promise<void> {
    const { status, body } = await this.ask(request(this.place));
    const expected = answer(this.place);
    expect([status, body]).toEqual([expected.result === 'error' ? 400 : 200, expect.objectContaining(expected)]);
    if (!('ignored_parameters_unsupported' in expected)) expect(body).not.toHaveProperty('ignored_parameters_unsupported');
  }
}

export const success = { result: 'success', msg: '' };
export const sent = () => ({ ...success, id: expect.any(Number) });
export const refused = (msg: string) => () => ({ result: 'error', msg, code: 'BAD_REQUEST' });
/** Parameters of GET /messages. */
export const newest = { anchor: 'newest', num_before: '1', num_after: '0' };
