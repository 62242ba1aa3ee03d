import type { MailTexts } from './mail-texts.js';

const plurals = new Intl.PluralRules('en');
const messages = (count: number) => `${count} ${plurals.select(count) === 'one' ? 'message' : 'messages'}`;

export const ENGLISH: MailTexts = {
  locale: 'en',
  generalChat: 'general chat',
  subject: (conversation) => {
    if (conversation.kind === 'channel') return `#${conversation.channel} > ${conversation.topic}`;
    const { names } = conversation;
    if (names.length === 0) return 'Messages with yourself';
    if (names.length === 1) return `DMs with ${names[0]}`;
    if (names.length <= 3) return `Group DMs with ${new Intl.ListFormat('en').format(names)}`;
    return `Group DMs with ${names.slice(0, 2).join(', ')}, and ${names.length - 2} others`;
  },
  subjectWithoutContent: (count) => `You missed ${messages(count)}`,
  greeting: (name) => `Hello ${name},`,
  count: (count) => `you missed ${messages(count)} in this conversation.`,
  older: (count) =>
    `Before these, ${messages(count)} of the same conversation ${plurals.select(count) === 'one' ? 'is' : 'are'} not shown.`,
  contentHidden: 'This mail does not show messages, because of your settings.',
  contentHiddenByOrganization: 'This mail does not show messages, because of the settings of your organization.',
  open: 'Open the conversation',
  because: (trigger, group) => {
    switch (trigger) {
      case 'direct':
        return 'You receive this because of a direct message.';
      case 'mention':
        return 'You receive this because you were mentioned.';
      case 'groupMention':
        return group === undefined
          ? 'You receive this because a group of yours was mentioned.'
          : `You receive this because @${group} was mentioned.`;
      case 'topicWildcardInFollowedTopic':
        return 'You receive this because all participants of a topic that you follow were mentioned.';
      case 'channelWildcardInFollowedTopic':
        return 'You receive this because everyone was mentioned in a topic that you follow.';
      case 'topicWildcard':
        return 'You receive this because all participants of the topic were mentioned.';
      case 'channelWildcard':
        return 'You receive this because everyone in the channel was mentioned.';
      case 'followedTopic':
        return 'You receive this because you follow the topic.';
      case 'channel':
        return 'You receive this because you want to be told of all messages of the channel.';
    }
  },
  mayReply: 'You can answer in the conversation by replying to this mail, for a week.',
  doNotReply: 'Replies to this mail reach no one. Answer in the conversation.',
  unsubscribe: 'Get no more mails about missed messages',
  spoiler: '(Open the conversation to see the rest.)',
};
