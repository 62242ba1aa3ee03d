import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, pathText, text } from '../wire/param.js';

/** A view in the user's sidebar. */
export const navigationViewObject = z
  .object({
    /** The part of its URL after the #. */
    fragment: z.string(),
    /** If false, it is in the menu of further views. */
    is_pinned: z.boolean(),
    /** Only of a custom view, not of a built-in one. */
    name: z.string().optional(),
  })
  .meta({ id: 'NavigationView' });
export type NavigationViewObject = z.infer<typeof navigationViewObject>;

/** Views built into clients. They are listed only after the user configured them. */
export const BUILT_IN_VIEWS: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'scheduled',
  'reminders',
]);

const MAX_FRAGMENT = 500;
const MAX_NAME = 100;
const nameErrors = ['navigationViewNameNotAllowed', 'navigationViewNameInvalid'] as const;
const fragment = () => pathText().describe('Fragment of the view. May contain slashes.').example('narrow/is/starred');

/** The caller's navigation views, by fragment. */
export const getNavigationViews = endpoint({
  service: 'settings',
  scope: 'read',
  name: 'getNavigationViews',
  method: 'GET',
  path: '/navigation_views',
  summary: 'Get your navigation views',
  params: {},
  response: { navigation_views: z.array(navigationViewObject) },
  example: { navigation_views: [{ fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alert words' }] },
});

/** Adds a custom view, or configures a built-in one. */
export const createNavigationView = endpoint({
  service: 'settings',
  scope: 'personal',
  name: 'createNavigationView',
  method: 'POST',
  path: '/navigation_views',
  summary: 'Add a navigation view',
  params: {
    fragment: text({ min: 1, max: MAX_FRAGMENT }).example('narrow/is/alerted'),
    is_pinned: bool(),
    name: text({ max: MAX_NAME }).optional().describe('Required for custom views. Not allowed for built-in views.').example('Alert words'),
  },
  response: {},
  errors: ['invalidFormat', 'navigationViewExists', ...nameErrors, 'tooManyNavigationViews'],
  example: {},
});

/** Pins, hides or renames a view. */
export const updateNavigationView = endpoint({
  service: 'settings',
  scope: 'personal',
  name: 'updateNavigationView',
  method: 'PATCH',
  path: '/navigation_views/{fragment...}',
  summary: 'Update a navigation view',
  params: { fragment: fragment(), is_pinned: bool().optional(), name: text({ max: MAX_NAME }).optional() },
  response: {},
  errors: ['noSuchNavigationView', ...nameErrors],
  safeToRetry: true,
  example: {},
});

/** Removes a custom view, or resets a built-in one. */
export const deleteNavigationView = endpoint({
  service: 'settings',
  scope: 'personal',
  name: 'deleteNavigationView',
  method: 'DELETE',
  path: '/navigation_views/{fragment...}',
  summary: 'Remove a navigation view',
  params: { fragment: fragment() },
  response: {},
  errors: ['noSuchNavigationView'],
  example: {},
});
