import { ROLES } from '@parley/contracts';
import { type DemoScript, joins, opensChannel, says, writes } from './script.js';

const everybody = ['iago', 'amina', 'marek', 'leila', 'tom', 'sofia', 'kenji', 'priya', 'jonas', 'nora', 'deploy-bot'];
const team = everybody.filter((key) => key !== 'nora' && key !== 'deploy-bot');

/** A small company that makes maps for hikers. */
export const demoOrganization: DemoScript = {
  stringId: 'demo',
  name: 'Demo',
  people: [
    { key: 'iago', fullName: 'Iago Ferreira', role: ROLES.owner },
    { key: 'amina', fullName: 'Amina Diallo', role: ROLES.administrator },
    { key: 'marek', fullName: 'Marek Novák', role: ROLES.moderator },
    { key: 'leila', fullName: 'Leila Haddad', role: ROLES.member },
    { key: 'tom', fullName: 'Tom Okafor', role: ROLES.member },
    { key: 'sofia', fullName: 'Sofia Lindqvist', role: ROLES.member },
    { key: 'kenji', fullName: 'Kenji Watanabe', role: ROLES.member },
    { key: 'priya', fullName: 'Priya Raman', role: ROLES.member },
    { key: 'jonas', fullName: 'Jonas Weber', role: ROLES.member },
    { key: 'nora', fullName: 'Nora Quinn', role: ROLES.guest },
  ],
  bot: { key: 'deploy-bot', fullName: 'Deploy Bot' },
  story: [
    opensChannel('iago', 'general', 'What everybody should know', everybody, { isDefault: true }),
    opensChannel('iago', 'engineering', 'How the maps are made', ['leila', 'tom', 'kenji', 'priya', 'marek', 'deploy-bot']),
    opensChannel('iago', 'design', 'What the maps look like', ['sofia', 'leila', 'jonas', 'nora']),
    opensChannel('iago', 'random', 'Trails, food, photos', team),
    opensChannel('iago', 'leadership', 'Plans before they are told', ['amina', 'marek'], { access: 'private with shared history' }),
    opensChannel('iago', 'hiring', 'Candidates, in confidence', ['amina', 'sofia'], { access: 'private with protected history' }),

    says(
      'iago',
      'general',
      'welcome',
      'Welcome to **Demo**! :wave: Every conversation has a *topic*, so you can read one and leave the rest.',
    ),
    says('amina', 'general', 'welcome', 'If you are looking for something: #**engineering** builds it, #**design** draws it.'),
    says('nora', 'general', 'welcome', 'Hello from the outside, I am here for the winter map. Thank you for having me!'),

    says(
      'leila',
      'engineering',
      'contour lines',
      'Contours above 2,000 m are too dense at zoom 11. I would draw every 50 m instead of every 20 m.',
    ),
    says(
      'kenji',
      'engineering',
      'contour lines',
      'Agreed. It is one number:\n\n```python\nCONTOUR_STEP = {11: 50, 12: 20, 13: 10}\n```\n\n@**Leila Haddad** would you try it on the Tatra tiles?',
    ),
    says('leila', 'engineering', 'contour lines', 'Tried it: tiles are **31 % smaller**, and you can read the names again.'),
    says('deploy-bot', 'engineering', 'deploys', 'Deployed `tiles 4.12.0` to staging in 3 min 20 s.'),
    says('tom', 'engineering', 'deploys', 'Staging looks good:\n\n- search answers\n- tiles load\n- no new errors\n\nPromoting it.'),
    says('deploy-bot', 'engineering', 'deploys', 'Deployed `tiles 4.12.0` to production in 4 min 2 s. :rocket:'),

    says('sofia', 'design', 'winter palette', 'First idea for snow: a blue so light that it is nearly white, and huts in *red*.'),
    says(
      'jonas',
      'design',
      'winter palette',
      '> huts in *red*\n\nYes! One finds them at once. Could avalanche slopes have a pattern too, for people who do not see red well?',
    ),
    says(
      'nora',
      'design',
      'winter palette',
      'I drew three patterns, the second prints best. See [how they compare](https://www.w3.org/WAI/WCAG22/Understanding/use-of-color).',
    ),

    says('priya', 'random', 'Sunday hike', 'Who comes along on Sunday? 14 km, 600 m up, soup at the top.'),
    says('tom', 'random', 'Sunday hike', 'Me! @**Marek Novák** has the car.'),
    says('marek', 'random', 'Sunday hike', 'Four seats. ~~Three~~ two left.'),

    says('amina', 'leadership', 'spring budget', 'Draft: two more people, one more server. I would decide by the end of the month.'),
    says('iago', 'leadership', 'spring budget', 'Fine with me. People first.'),

    says('amina', 'hiring', 'cartographer', 'Three good letters arrived. First talks on Thursday.'),
    joins('iago', 'hiring', ['marek']),
    says(
      'sofia',
      'hiring',
      'cartographer',
      '@**Marek Novák** glad you join us. What was said before you came stays between those who were here.',
    ),

    writes('leila', ['kenji'], 'Thank you for the quick review!'),
    writes('kenji', ['leila'], 'Any time. Shall we look at the `hillshade` layer tomorrow at 10?'),
    writes('leila', ['kenji'], 'Perfect :coffee:'),
    writes('priya', ['tom', 'marek'], 'Sunday: we meet at **8:15** in front of the station.'),

    says('iago', 'general', 'questions', 'Ask anything here. There is no question too small.'),
  ],
};
