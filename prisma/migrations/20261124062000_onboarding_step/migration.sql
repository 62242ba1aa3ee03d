-- The hints for new users that a user has seen. A hint without a row is still to be shown.
CREATE TABLE onboarding_step (
  organization_id integer NOT NULL,
  user_id integer NOT NULL,
  step text NOT NULL,
  PRIMARY KEY (organization_id, user_id, step)
);

GRANT SELECT, INSERT, DELETE ON onboarding_step TO parley_settings;
