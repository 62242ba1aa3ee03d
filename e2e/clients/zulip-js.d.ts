/** The part of zulip-js that the tests use. The package has no types. */
declare module 'zulip-js' {
  export interface Answer {
    readonly result: string;
    readonly msg: string;
    readonly id?: number;
    readonly stream_id?: number;
    readonly queue_id?: string;
    readonly last_event_id?: number;
    readonly user_id?: number;
    readonly events?: readonly { readonly id: number; readonly type: string; readonly op?: string }[];
    readonly messages?: readonly { readonly id: number; readonly content: string }[];
  }
  type Call = (params?: Readonly<Record<string, unknown>> | string) => Promise<Answer>;

  export interface Client {
    readonly config: { readonly apiKey?: string };
    readonly callEndpoint: (path: string, method: string, params?: Readonly<Record<string, unknown>>) => Promise<Answer>;
    readonly accounts: { readonly retrieve: Call };
    readonly emojis: { readonly retrieve: Call };
    readonly events: { readonly retrieve: Call };
    readonly filters: { readonly retrieve: Call };
    readonly messages: Readonly<
      Record<'retrieve' | 'send' | 'render' | 'update' | 'getById' | 'getHistoryById' | 'deleteReactionById' | 'deleteById', Call>
    > & { readonly flags: Readonly<Record<'add' | 'remove', Call>> };
    readonly queues: Readonly<Record<'register' | 'deregister', Call>>;
    readonly reactions: Readonly<Record<'add' | 'remove', Call>>;
    readonly server: { readonly settings: Call };
    readonly streams: Readonly<Record<'retrieve' | 'getStreamId' | 'deleteById', Call>> & {
      readonly subscriptions: { readonly retrieve: Call };
      readonly topics: { readonly retrieve: Call };
    };
    readonly typing: { readonly send: Call };
    readonly users: Readonly<Record<'retrieve' | 'create', Call>> & {
      readonly me: {
        readonly getProfile: Call;
        readonly pointer: { readonly retrieve: Call; readonly update: (id: number) => Promise<Answer> };
        readonly subscriptions: Readonly<Record<'add' | 'remove', Call>>;
        readonly alertWords: { readonly retrieve: Call };
      };
    };
  }

  export default function zulip(config: {
    readonly realm: string;
    readonly username: string;
    readonly apiKey?: string;
    readonly password?: string | null;
  }): Promise<Client>;
}
