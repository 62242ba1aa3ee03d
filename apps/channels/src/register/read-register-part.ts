import { Injectable } from '@nestjs/common';
import { knowsInheritance } from '@parley/client-events';
import { type Caller, displayTopic, type InputOf, ROLES, type Visitor } from '@parley/contracts';
import { inheritedOf } from '@parley/contracts/channels';
import { type RegisterOptions, type registerParts, wantsFetched } from '@parley/contracts/event-queue';
import { userSettings } from '@parley/contracts/settings';
import { Database, defaultChannelIds, type Tx, userSettingsOf } from '@parley/persistence';
import { channelFolders } from '../folders/folders.repository.js';
import { ownChannels, serializedList } from '../subscriptions/own-channels.js';
import { mutedTopicsOf, userTopicsOf } from '../topic-visibility/topic-visibility.repository.js';
import { spectatorFields } from './spectator-fields.js';

type Part = typeof registerParts.channels;
type Fields = Record<string, unknown>;

/** This service's part of a registration, read in the snapshot of the registration. Values may be RawJson. */
@Injectable()
export class ReadRegisterPart {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller | Visitor, { snapshotId, options, spectatedOrganizationId }: InputOf<Part>): Promise<Fields> {
    if (!('userId' in caller)) {
      if (spectatedOrganizationId === undefined) return {};
      return this.database.readSnapshot(snapshotId, (tx) => spectatorFields(tx, spectatedOrganizationId, options));
    }
    return this.database.readSnapshot(snapshotId, async (tx) => ({
      ...(await channelFields(tx, caller, options)),
      ...(await topicFields(tx, caller, options)),
      ...(await defaultFields(tx, caller, options)),
      ...(await folderFields(tx, caller, options)),
    }));
  }
}

async function channelFields(tx: Tx, caller: Caller, options: RegisterOptions): Promise<Fields> {
  if (!wantsFetched(options, 'subscription', 'stream')) return {};
  const own = await ownChannels(tx, caller, {
    wantedSubscribers: options.includeSubscribers,
    wantsArchived: options.capabilities.archived_channels === true,
    ...(knowsInheritance(options)
      ? {}
      : { inherited: inheritedOf((await userSettingsOf(tx, caller.organizationId, caller.userId)) ?? userSettings({})) }),
  });
  const fields: Fields = {};
  if (wantsFetched(options, 'subscription')) {
    fields.subscriptions = serializedList(own.subscriptions);
    fields.unsubscribed = serializedList(own.unsubscribed);
    fields.never_subscribed = serializedList(own.neverSubscribed);
  }
  if (wantsFetched(options, 'stream')) fields.streams = serializedList(own.channels);
  return fields;
}

async function topicFields(tx: Tx, { organizationId, userId }: Caller, options: RegisterOptions): Promise<Fields> {
  const wantsUserTopics = wantsFetched(options, 'user_topic');
  // Clients that explicitly request user_topic do not need the older form.
  const wantsMuted = wantsFetched(options, 'muted_topics') && !(options.fetchEventTypes !== null && wantsUserTopics);
  const shown = (topic: string) => displayTopic(topic, options.capabilities.empty_topic_name === true);
  const fields: Fields = {};
  if (wantsUserTopics) {
    fields.user_topics = (await userTopicsOf(tx, organizationId, userId)).map((topic) => ({
      stream_id: topic.channelId,
      topic_name: shown(topic.topicName),
      last_updated: topic.updatedAt,
      visibility_policy: topic.visibilityPolicy,
    }));
  }
  if (wantsMuted) {
    fields.muted_topics = (await mutedTopicsOf(tx, organizationId, userId)).map(([channel, topic, at]) => [channel, shown(topic), at]);
  }
  return fields;
}

async function defaultFields(tx: Tx, caller: Caller, options: RegisterOptions): Promise<Fields> {
  const fields: Fields = {};
  if (wantsFetched(options, 'default_streams')) {
    fields.realm_default_streams = caller.role === ROLES.guest ? [] : await defaultChannelIds(tx, caller.organizationId);
  }
  if (wantsFetched(options, 'default_stream_groups')) fields.realm_default_stream_groups = [];
  return fields;
}

async function folderFields(tx: Tx, { organizationId }: Caller, options: RegisterOptions): Promise<Fields> {
  if (!wantsFetched(options, 'channel_folders')) return {};
  return { channel_folders: await channelFolders(tx, organizationId, { includeArchived: true }) };
}
