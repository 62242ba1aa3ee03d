import { mailTemplate } from '@parley/mail';

export const invitationMail = mailTemplate<{ readonly inviter: string; readonly organization: string; readonly link: string }>({
  name: 'invitation',
  subject: ({ inviter, organization }) => `${inviter} invited you to ${organization}`,
  body: ({ inviter, organization, link }) => [
    'Hello,',
    `${inviter} invited you to join ${organization}.`,
    { label: 'Create your account', link },
    'If you do not want an account, ignore this mail.',
  ],
});

/** The address that someone entered after they opened a reusable link. */
interface EnteredAddress {
  readonly email: string;
  readonly organization: string;
}

export const finishJoiningMail = mailTemplate<EnteredAddress & { readonly link: string }>({
  name: 'finish-joining',
  subject: ({ organization }) => `Finish joining ${organization}`,
  body: ({ email, organization, link }) => [
    'Hello,',
    `someone, probably you, opened an invitation link of ${organization} and entered the address ${email}.`,
    'Open this link within 24 hours to choose your name and password. The link works once.',
    { label: 'Create your account', link },
    'If you did not request this, ignore this mail. No account exists until you create it.',
  ],
});

export const accountExistsMail = mailTemplate<EnteredAddress & { readonly isDeactivated: boolean; readonly url: string }>({
  name: 'account-exists',
  subject: ({ organization }) => `Your account in ${organization}`,
  body: ({ email, organization, isDeactivated, url }) => [
    'Hello,',
    `someone, probably you, opened an invitation link of ${organization} and entered the address ${email}.`,
    ...(isDeactivated
      ? ['This address has an account there that was deactivated. To use it again, contact the administrators of the organization.']
      : [
          'This address already has an account there.',
          { label: 'Log in', link: url },
          { label: 'Choose a new password, if you forgot yours', link: `${url}/accounts/password/reset` },
        ]),
    'If you did not request this, ignore this mail.',
  ],
});
