// Messages as Slack documents them for incoming webhooks.

export const text = {
  payload: {
    channel: '#alerts',
    username: 'watcher',
    icon_emoji: ':ghost:',
    text: 'Build *failed* for <https://ci.example.com/1?a=1&amp;b=2|build 1>, see `make *all*` &lt;now&gt; <!channel> <@U1|ann> _please_ ~no~',
  },
};
export const attachments = {
  payload: {
    attachments: [
      {
        fallback: 'short',
        color: '#36a64f',
        pretext: 'New ticket',
        author_name: 'Bob',
        author_link: 'https://example.com/bob',
        title: 'Leak',
        title_link: 'https://example.com/leak',
        text: 'Water *everywhere*',
        fields: [
          { title: 'Priority', value: 'High', short: true },
          { title: 'Count', value: 3, short: true },
        ],
        footer: 'Tracker',
        ts: 123456789,
      },
      { fallback: 'only the fallback' },
    ],
  },
};
export const blocks = {
  payload: {
    text: 'shown in notifications',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Deploy *1*' } },
      { type: 'divider' },
      { type: 'section', text: { type: 'mrkdwn', text: 'to *production*' }, fields: [{ type: 'plain_text', text: 'by *Ann*' }] },
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: '<https://example.com>' },
          { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a' },
        ],
      },
      { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://example.com/open' }] },
      { type: 'input', label: {} },
    ],
  },
};
export const codeBlock = { payload: { text: 'Log:\n```\n*a* `b` @**all**\n```\ndone' } };
