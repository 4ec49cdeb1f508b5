/** What people do on every screen, each step one or a few taps or keys. */
import type { Page } from 'playwright-core';

export type Step = readonly [name: string, act: (page: Page) => Promise<void>];

export interface Screen {
  readonly name: string;
  /** Where the steps begin. */
  readonly path: string;
  readonly steps: readonly Step[];
}

type Role = Parameters<Page['getByRole']>[0];

/** Taps the first of its kind with this name. */
const tap =
  (role: Role, name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .tap();

/** A step that taps one thing, and is named after it. */
const tapOn = (role: Role, name: string): Step => [name, tap(role, name)];

/** Types with the keys of a keyboard. */
const typeInto =
  (label: string, text: string) =>
  async (page: Page): Promise<void> => {
    const field = page.getByLabel(label, { exact: true }).first();
    await field.tap();
    await field.pressSequentially(text, { delay: 60 });
  };

/** Switches by the label, as the finger does, and back. */
const switchTwice = (name: string): Step => [
  name,
  async (page) => {
    for (let count = 0; count < 2; count += 1) {
      await page.getByLabel(name, { exact: true }).first().locator('xpath=ancestor-or-self::label').tap();
      await page.waitForTimeout(400);
    }
  },
];

const back: Step = ['back to the map', tap('link', 'Back to the map')];

const map: Screen = {
  name: 'map',
  path: '/',
  steps: [
    ['tap a member on the map', tap('button', /^Luka, /u)],
    ['close the card', tap('button', 'Close the card of Luka')],
    ['tap a member in the list', tap('button', 'Show Mia on the map')],
    ['tap another member', tap('button', /^Nina, /u)],
    ['close the card', tap('button', 'Close the card of Nina')],
    tapOn('button', 'Show everyone'),
    tapOn('button', 'Recenter on my location'),
    ['sheet up', tap('button', 'Family members')],
    ['sheet down', tap('button', 'Close')],
    [
      'sheet to its lowest',
      (page) => page.getByRole('button', { name: 'Show more of the list' }).press('ArrowDown'),
    ],
    ['sheet up by its handle', tap('button', 'Show more of the list')],
    ['open SOS', tap('button', 'SOS')],
    ['type in SOS', typeInto('Message (optional)', 'Come please')],
    ['close SOS', tap('button', 'Cancel')],
    ['open a check-in', tap('button', 'Check in')],
    ['close the check-in', tap('button', 'Cancel')],
    ['start sharing', tap('button', 'Start sharing my location')],
    ['stop sharing', tap('button', 'Stop sharing my location')],
    switchTwice('Show places on the map'),
    ['open the chat', tap('link', 'Chat')],
    back,
    ['open the alerts', tap('link', 'Alerts')],
    back,
    ['open a profile', (page) => page.getByRole('list', { name: 'Members' }).getByRole('link').first().tap()],
    back,
  ],
};

const chat: Screen = {
  name: 'chat',
  path: '/chat',
  steps: [
    ['type', typeInto('Message', 'On my way home')],
    ['send', tap('button', 'Send')],
    ['ask to share a position', tap('button', 'Share my position')],
    ['share a position', tap('button', 'Send position')],
    back,
  ],
};

const alerts: Screen = {
  name: 'alerts',
  path: '/alerts-settings',
  steps: [
    ['tab of alerts', tap('tab', 'Alerts')],
    ['tab of places', tap('tab', 'Geofences')],
    ['open a place', tap('button', 'Edit School')],
    ['type its name', typeInto('Location Name', ' of music')],
    ['close the place', tap('button', 'Cancel')],
    ['open a new place', tap('button', 'Add Geofence')],
    ['close the place', tap('button', 'Cancel')],
    ['history of a place', tap('button', 'History of School')],
    switchTwice('Show places on the map'),
    back,
  ],
};

const profile = (userId: string): Screen => ({
  name: 'profile',
  path: `/profile/${userId}`,
  steps: [
    switchTwice('Notify on arrival'),
    ['open the history', tap('link', 'View History')],
    ['back to the profile', tap('link', 'Back to the profile')],
    back,
  ],
});

const history = (userId: string): Screen => ({
  name: 'history',
  path: `/history/${userId}`,
  steps: [
    ['yesterday', tap('button', 'Previous day')],
    ['choose a stay', tap('button', /^Stayed at location/u)],
    ['play', tap('button', 'Play the day')],
    ['stop', tap('button', 'Pause')],
    ['today', tap('button', 'Next day')],
    ['open the calendar', tap('button', 'Calendar')],
    ['choose a day', tap('gridcell', /stops/u)],
    ['close the calendar', tap('button', 'Calendar')],
    ['back to the profile', tap('link', 'Back to the profile')],
  ],
});

const account: Screen = {
  name: 'account',
  path: '/account',
  steps: [
    ['type a name', typeInto('Name', ' Marin')],
    switchTwice('My families can call this number'),
    ['type a password', typeInto('New Password', 'Sunny-days-1')],
    ['show the QR code', tap('button', 'Show QR code')],
    ['delete the account?', tap('button', 'Delete my account')],
    ['no', tap('button', 'Cancel')],
    ['open the family', tap('link', 'Manage family')],
    back,
  ],
};

const family: Screen = {
  name: 'family',
  path: '/family',
  steps: [
    ['remove a member?', tap('button', 'Remove Mia')],
    ['no', tap('button', 'Cancel')],
    ['type an address', typeInto('Email address of the account', 'eva@example.si')],
    switchTwice('New members see earlier messages'),
    back,
  ],
};

const notifications: Screen = {
  name: 'notifications',
  path: '/notifications',
  steps: [switchTwice('Messages'), switchTwice('Hide names and texts'), switchTwice('Quiet hours'), back],
};

const phones: Screen = {
  name: 'phones',
  path: '/phones',
  steps: [
    ['add a phone', tap('button', 'Add a phone')],
    ['close the form', tap('button', 'Cancel')],
    ['back to the account', tap('link', 'Back to the account')],
  ],
};

const imports: Screen = {
  name: 'import and export',
  path: '/imports',
  steps: [
    [
      'choose a format',
      (page) =>
        page
          .getByLabel('Format')
          .focus()
          .then(() => page.keyboard.press('ArrowDown')),
    ],
    back,
  ],
};

const sos: Screen = {
  name: 'SOS calls',
  path: '/sos',
  steps: [
    ['open SOS', tap('button', 'Call for help')],
    ['close SOS', tap('button', 'Cancel')],
    ['back to the alerts', tap('link', 'Back to the alerts')],
  ],
};

const familySetup: Screen = {
  name: 'family setup',
  path: '/family-setup',
  steps: [
    ['tab of joining', tap('tab', 'Join Family')],
    ['tab of creating', tap('tab', 'Create Family')],
    ['type a name', typeInto('Family Name', 'The Kos')],
  ],
};

/** For a signed-in member. @param self whose history of yesterday is known @param other another member */
export const screens = (self: string, other: string): readonly Screen[] => [
  map,
  chat,
  alerts,
  profile(other),
  history(self),
  account,
  family,
  notifications,
  phones,
  imports,
  sos,
  familySetup,
];

/** Before signing in. */
export const signedOutScreens: readonly Screen[] = [
  {
    name: 'sign-in',
    path: '/login',
    steps: [
      ['type an address', typeInto('Email address', 'ana@kinmap.example')],
      ['type a password', typeInto('Password', 'sunny-days')],
      ['show the password', tap('button', 'Show password')],
    ],
  },
  {
    name: 'register',
    path: '/register',
    steps: [
      ['type a name', typeInto('Full Name', 'Ana Marin')],
      ['type a password', typeInto('Password', 'Sunny-days-1')],
    ],
  },
];
