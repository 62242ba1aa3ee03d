-- These indexes answer joins and EXISTS without rows of the table. Each such condition names the organization
-- (docs/adr/0025-second-line-of-defence-for-tenants.md), so they contain it too.
DROP INDEX subscription_active_channel;
CREATE INDEX subscription_active_channel ON subscription (channel_id) INCLUDE (user_id, organization_id) WHERE active;
DROP INDEX subscription_span_channel;
CREATE INDEX subscription_span_channel ON subscription_span (channel_id, user_id) INCLUDE (after_id, until_id, organization_id);
DROP INDEX message_flag_unread;
CREATE INDEX message_flag_unread ON message_flag (user_id, message_id) INCLUDE (flags, organization_id) WHERE flags & 1 = 0;
