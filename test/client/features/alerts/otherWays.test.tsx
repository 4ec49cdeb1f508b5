import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { NotifyChannel } from '#contract/channels';
import type { DeliveryEntry } from '#contract/notifications';
import { createAppStore } from '#client/app/createStore';
import {
  type ChannelsInfo,
  channelsLoaded,
  channelTaskChanged,
} from '#client/features/alerts/channels/slice';
import { DeliveryLog } from '#client/features/alerts/views/DeliveryLog.tsx';
import { OtherWays } from '#client/features/alerts/views/OtherWays.tsx';
import { signedIn } from '#client/features/session/slice';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

beforeAll(loadErrorTexts);

const EMAIL: NotifyChannel = {
  id: 'c1',
  kind: 'email',
  address: 'ana@mail.example',
  confirmed: true,
  scope: 'sos',
};
const WEBHOOK: NotifyChannel = {
  ...EMAIL,
  id: 'c2',
  kind: 'webhook',
  address: 'https://home.example/secret-path',
  confirmed: false,
  scope: 'all',
};

/** The parts of the page, and the actions that they dispatch. */
function show(info: Partial<ChannelsInfo> = {}) {
  const store = createAppStore({ services: fakeServices().services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(channelsLoaded({ available: ['email', 'ntfy', 'webhook'], channels: [], log: [], ...info }));
  const dispatched = jest.spyOn(store, 'dispatch');
  render(
    <Provider store={store}>
      <OtherWays />
      <DeliveryLog />
    </Provider>,
  );
  return { store, dispatched, user: userEvent.setup() };
}

it('given two ways, then each says how it stands and offers what can be done with it', async () => {
  const { dispatched, store, user } = show({ channels: [EMAIL, WEBHOOK] });
  const [email, webhook] = within(screen.getByRole('list', { name: 'Other ways to reach me' })).getAllByRole(
    'listitem',
  ) as [HTMLElement, HTMLElement];
  expect(email.textContent).toContain('ana@mail.exampleEmail · Only an SOS · Confirmed');
  expect(webhook.textContent).toContain('home.exampleWebhook · Everything · Waiting for the code');
  expect(webhook.textContent).not.toContain('secret-path');
  await user.click(within(email).getByRole('button', { name: 'Send a test to ana@mail.example' }));
  expect(dispatched).toHaveBeenCalledWith({
    type: 'alerts/channels/channelTestRequested',
    payload: { id: 'c1' },
  });
  act(() => void store.dispatch(channelTaskChanged({ name: 'test', id: 'c1', isBusy: false, error: null })));
  expect(within(email).getByText('Sent. It should be there in a minute.')).toBeTruthy();
  await user.type(within(webhook).getByLabelText('Code'), '123 456');
  await user.click(within(webhook).getByRole('button', { name: 'Confirm' }));
  expect(dispatched).toHaveBeenCalledWith({
    type: 'alerts/channels/channelCodeSubmitted',
    payload: { id: 'c2', oneTimePassword: '123 456' },
  });
  const wrong = { name: 'confirm', id: 'c2', isBusy: false, error: { code: 'channel_code_wrong' } } as const;
  act(() => void store.dispatch(channelTaskChanged(wrong)));
  expect(within(webhook).getByRole('alert').textContent).toBe('That code is not right');
  await user.click(within(email).getByRole('button', { name: 'Remove ana@mail.example' }));
  expect(dispatched).toHaveBeenCalledWith({ type: 'alerts/channels/channelRemoved', payload: { id: 'c1' } });
});

it('given a server without emails, then only the others are offered; with five ways, none', () => {
  show({
    available: ['ntfy', 'webhook'],
    channels: [1, 2, 3, 4, 5].map((id) => ({ ...EMAIL, id: `c${id}` })),
  });
  expect(screen.queryByRole('button', { name: 'Add an email address' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Add a webhook' })).toHaveProperty('disabled', true);
});

it('given the form, then it proposes one’s own address and asks for the password', async () => {
  const { dispatched, user } = show();
  await user.click(screen.getByRole('button', { name: 'Add an email address' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add an email address', hidden: true }));
  expect(dialog.getByLabelText<HTMLInputElement>('Email address').value).toBe(ANA.email);
  await user.click(dialog.getByRole('button', { name: 'Send the code', hidden: true }));
  expect(dialog.getByText('Your password is required')).toBeTruthy();
  await user.type(dialog.getByLabelText('Your password'), 'the-password');
  await user.selectOptions(dialog.getByLabelText('What comes this way'), 'Only an SOS');
  await user.click(dialog.getByRole('button', { name: 'Send the code', hidden: true }));
  expect(dispatched).toHaveBeenLastCalledWith({
    type: 'alerts/channels/channelSubmitted',
    payload: {
      kind: 'email',
      address: ANA.email,
      secret: '',
      scope: 'sos',
      currentPassword: 'the-password',
    },
  });
});

it('given what was sent, then the log claims no more than is known', () => {
  const entry: DeliveryEntry = {
    noticeId: 'n1',
    kind: 'sos',
    channel: 'email',
    target: 'ana@mail.example',
    state: 'handedOver',
    reason: null,
    at: new Date(Date.now() - 60_000).toISOString(),
  };
  show({
    log: [
      entry,
      { ...entry, channel: 'push', target: 'Phone', state: 'shown' },
      { ...entry, channel: 'push', target: null, kind: 'arrival', state: 'handedOver' },
      {
        ...entry,
        channel: 'webhook',
        target: 'https://home.example/x',
        state: 'failed',
        reason: 'unreachable',
      },
      { ...entry, channel: 'ntfy', target: null, kind: 'message', state: 'dropped', reason: 'quiet' },
      { ...entry, noticeId: 'n2', kind: 'later', state: 'waiting' },
      { ...entry, noticeId: 'n3', channel: 'push', target: 'Phone', state: 'dropped', reason: 'page' },
    ],
  });
  const rows = within(screen.getByRole('list', { name: 'Sent lately' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent?.replace(/ · [^·]*ago$/u, ''))).toEqual([
    'SOS · ana@mail.exampleEmail handed over, not known to be read',
    'SOS · PhoneShown on the device',
    'Arrival · A deviceHanded over, not known to be shown',
    'SOS · home.exampleNot confirmed in time, not known whether it arrived',
    'Message · ntfyNot sent: quiet hours',
    'Alert · ana@mail.exampleOn its way',
    'SOS · PhoneNot shown: Kinmap was open there',
  ]);
});

it('given two ways, when one is removed, then the other has the focus', async () => {
  const { store, user } = show({ channels: [EMAIL, WEBHOOK] });
  await user.click(screen.getByRole('button', { name: 'Remove ana@mail.example' }));
  const left = { available: ['email'] as const, channels: [WEBHOOK], log: [] };
  await act(async () => void store.dispatch(channelsLoaded({ ...left, available: [...left.available] })));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove home.example' }));
});

it('given a way that waits, when its code is confirmed, then the focus stays in its row', async () => {
  const { store, user } = show({ channels: [WEBHOOK] });
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  const channels = [{ ...WEBHOOK, confirmed: true }];
  await act(async () => void store.dispatch(channelsLoaded({ available: ['email'], channels, log: [] })));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send a test to home.example' }));
});
