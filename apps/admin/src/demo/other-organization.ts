import { ROLES } from '@parley/contracts';
import { type DemoScript, joins, opensChannel, says, writes } from './script.js';

const everybody = ['clara', 'viktor', 'hana', 'lukas', 'yara', 'daniel', 'emily', 'rafael', 'ingrid', 'petra', 'weather-bot'];

/** A community garden. Some channels have the same names as in the first organization, so that a leak between the two would be noticed. */
export const otherOrganization: DemoScript = {
  stringId: 'other',
  name: 'Other',
  people: [
    { key: 'clara', fullName: 'Clara Montes', role: ROLES.owner },
    { key: 'viktor', fullName: 'Viktor Sandberg', role: ROLES.administrator },
    { key: 'hana', fullName: 'Hana Kimura', role: ROLES.moderator },
    { key: 'lukas', fullName: 'Lukas Brandt', role: ROLES.member },
    { key: 'yara', fullName: 'Yara Benali', role: ROLES.member },
    { key: 'daniel', fullName: 'Daniel Osei', role: ROLES.member },
    { key: 'emily', fullName: 'Emily Carter', role: ROLES.member },
    { key: 'rafael', fullName: 'Rafael Souza', role: ROLES.member },
    { key: 'ingrid', fullName: 'Ingrid Larsen', role: ROLES.member },
    { key: 'petra', fullName: 'Petra Novotná', role: ROLES.guest },
  ],
  bot: { key: 'weather-bot', fullName: 'Weather Bot' },
  story: [
    opensChannel('clara', 'general', 'For all gardeners', everybody, { isDefault: true }),
    opensChannel('clara', 'beds', 'Who grows what, and where', ['hana', 'lukas', 'yara', 'daniel', 'emily', 'petra']),
    opensChannel('clara', 'random', 'Recipes and birds', ['viktor', 'hana', 'yara', 'rafael', 'ingrid']),
    opensChannel('clara', 'board', 'Of the association', ['viktor', 'hana'], { access: 'private with shared history' }),
    opensChannel('clara', 'disputes', 'Heard by few', ['viktor', 'ingrid'], { access: 'private with protected history' }),

    says('clara', 'general', 'welcome', 'Welcome to the garden! :seedling: Keys hang in the shed, the **third** hook.'),
    says('petra', 'general', 'welcome', 'Hello! I will water for Emily while she is away.'),
    says('weather-bot', 'general', 'weather', 'Frost tonight: `-2 °C` at 5 in the morning. Cover what is tender.'),
    says('viktor', 'general', 'weather', '@**all** fleece is in the shed, please bring it back.'),

    says('lukas', 'beds', 'tomatoes', 'Bed 4 gets tomatoes this year:\n\n1. San Marzano\n2. Green Zebra\n3. Black Krim'),
    says('yara', 'beds', 'tomatoes', 'Then my beans go to bed 7, they do not like each other.'),
    says('daniel', 'beds', 'compost', 'The heap is at 58 °C. *Nobody* throw citrus on it, please.'),

    says('rafael', 'random', 'pumpkin soup', '> Nobody needs that much pumpkin.\n\nEverybody needs this much pumpkin.'),
    says('ingrid', 'random', 'pumpkin soup', 'Recipe please, @**Rafael Souza**!'),

    says('viktor', 'board', 'water bill', 'It doubled. I suggest rain barrels, 400 EUR in all.'),
    says('clara', 'board', 'water bill', 'In favour.'),

    says('ingrid', 'disputes', 'hedge', 'I spoke with the neighbours. They would like it below two metres.'),
    joins('clara', 'disputes', ['hana']),
    says('viktor', 'disputes', 'hedge', 'Two metres it is. @**Hana Kimura** cuts on Saturday.'),

    writes('emily', ['petra'], 'The can with the rose is the gentle one. Thank you so much!'),
    writes('petra', ['emily'], 'Enjoy your holiday, I send photos.'),

    says('clara', 'general', 'questions', 'Questions about the garden? Here.'),
  ],
};
