-- A user who is not a guest any more is told the groups of default channels, in the transaction that changes their role.
GRANT SELECT ON default_channel_group TO parley_organization;
