import { describe, expect, it } from '@jest/globals';
import { USER_SETTINGS } from '@parley/contracts/settings';
import { Prisma } from './generated/client.js';
import { organizationSettingSql, userSettingSql } from './setting-sql.js';

const own = Prisma.sql`o.settings`;

describe('a setting in SQL', () => {
  it('has the type and the initial value of its declaration, and no parameters', () => {
    const days = organizationSettingSql('waiting_period_threshold', own);
    expect(days.text).toBe("coalesce((o.settings ->> 'waiting_period_threshold')::int, 0)");
    expect(days.values).toEqual([]);
    expect(organizationSettingSql('message_edit_history_visibility_policy', own).text).toBe(
      "coalesce(o.settings ->> 'message_edit_history_visibility_policy', 'all')",
    );
    expect(userSettingSql('translate_emoticons', Prisma.sql`s.values`).text).toBe(
      `coalesce((s.values ->> 'translate_emoticons')::boolean, ${USER_SETTINGS.translate_emoticons.initial})`,
    );
  });

  it('quotes a text', () => {
    expect(organizationSettingSql('default_language', own).text).toContain(", 'en')");
  });
});
