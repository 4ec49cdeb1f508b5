import type { NotifyChannel } from '#contract/channels';
import {
  channelCodeSubmitted,
  channelRemoved,
  channelSubmitted,
  channelTestRequested,
} from '#client/features/alerts/channels/actions';
import {
  selectChannelForm,
  selectChannels,
  selectChannelTask,
} from '#client/features/alerts/channels/selectors';
import { channelFormOpened } from '#client/features/alerts/channels/slice';
import { codeSubmitted } from '#client/features/session/secondStep/slice';
import { selectSecondStep } from '#client/features/session/selectors';
import { signOutRequested } from '#client/features/session/slice';
import { RequestFailed } from '#client/services/errors';
import { mapOpened, notificationsOpened } from '#client/store/pageActions';
import type { FakeServices } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const WAITING: NotifyChannel = {
  id: 'c1',
  kind: 'email',
  address: 'ana@mail.example',
  confirmed: false,
  scope: 'all',
};
const FORM = {
  kind: 'email',
  address: 'ana@mail.example',
  secret: '',
  scope: 'all',
  currentPassword: 'the-password',
} as const;
const refuse = (status: number | null, code?: 'channel_code_wrong' | 'channel_not_reached') => () =>
  Promise.reject(new RequestFailed(status, code === undefined ? null : { code }));

/** A server that sends by email, and knows the code 123456. */
function sendEmails({ answers }: FakeServices) {
  let channels: NotifyChannel[] = [];
  answers['GET /api/push'] = () => ({ available: false, publicKey: null, devices: [] });
  answers['GET /api/notify/settings'] = refuse(404);
  answers['GET /api/notify/channels'] = () => ({ available: ['email', 'ntfy', 'webhook'], channels });
  answers['GET /api/notify/log'] = () => [];
  answers['POST /api/notify/channels'] = () => {
    channels = [WAITING];
    return WAITING;
  };
  answers['POST /api/notify/channels/:id/confirm'] = ({ body }) => {
    if ((body as { code: string }).code !== '123456') return refuse(400, 'channel_code_wrong')();
    channels = [{ ...WAITING, confirmed: true }];
    return channels[0];
  };
  answers['POST /api/notify/channels/:id/test'] = () => undefined;
  answers['DELETE /api/notify/channels/:id'] = () => {
    channels = [];
  };
}

async function onPage(change: (fake: FakeServices) => void = () => undefined) {
  const all = await signedInStore((fake) => {
    sendEmails(fake);
    change(fake);
  });
  await import('#client/app/laterSagas');
  await all.perform(notificationsOpened());
  const state = () => all.store.getState();
  return {
    ...all,
    channels: () => selectChannels(state())?.channels,
    form: () => selectChannelForm(state()),
    task: (name: 'add' | 'confirm' | 'test' | 'remove', id: string | null) =>
      selectChannelTask(name, id)(state()),
    sent: (path: string) =>
      all.fake.recorded.calls.filter((call) => call.path === path).map(({ input }) => input),
  };
}

it('given an email address, when its code is entered, then it is confirmed, tried and removed', async () => {
  const page = await onPage();
  await page.perform(channelFormOpened('email'), channelSubmitted(FORM));
  expect([page.channels(), page.form()]).toEqual([[WAITING], null]);
  const { secret: _none, ...body } = FORM;
  expect(page.sent('/api/notify/channels')).toContainEqual({ body });
  await page.perform(channelCodeSubmitted({ id: 'c1', oneTimePassword: '654321' }));
  expect(page.task('confirm', 'c1')).toMatchObject({ isBusy: false, error: { code: 'channel_code_wrong' } });
  expect(page.task('confirm', 'c2')).toBeNull();
  await page.perform(channelCodeSubmitted({ id: 'c1', oneTimePassword: '123456' }));
  expect(page.channels()).toEqual([{ ...WAITING, confirmed: true }]);
  await page.perform(channelTestRequested({ id: 'c1' }));
  expect(page.task('test', 'c1')).toEqual({ name: 'test', id: 'c1', isBusy: false, error: null });
  await page.perform(channelRemoved({ id: 'c1' }));
  expect(page.channels()).toEqual([]);
});

it('given a webhook, then its secret reaches the server and neither it nor the password the state', async () => {
  const page = await onPage();
  const reduced = jest.fn();
  page.store.subscribe(() => reduced(JSON.stringify(page.store.getState())));
  await page.perform(channelSubmitted({ ...FORM, kind: 'webhook', secret: 'the-secret' }));
  expect(JSON.stringify(page.sent('/api/notify/channels'))).toContain('the-secret');
  expect(reduced.mock.calls.join('')).not.toMatch(/the-secret|the-password/u);
});

it('given an address that cannot be reached, then the form stays and says so, until another page opens', async () => {
  const page = await onPage(({ answers }) => {
    answers['POST /api/notify/channels'] = refuse(502, 'channel_not_reached');
  });
  await page.perform(channelFormOpened('email'), channelSubmitted(FORM));
  expect([page.form(), page.task('add', null)?.error?.code]).toEqual(['email', 'channel_not_reached']);
  await page.perform(mapOpened());
  expect([page.form(), page.task('add', null)]).toEqual([null, null]);
});

it('given no network, then the task fails in words of its own, and the list stays', async () => {
  const page = await onPage();
  await page.perform(channelSubmitted(FORM));
  for (const path of ['GET /api/notify/channels', 'DELETE /api/notify/channels/:id'])
    page.fake.answers[path] = refuse(null);
  await page.perform(channelRemoved({ id: 'c1' }));
  expect(page.task('remove', 'c1')?.error?.code).toBe('channel_not_removed');
  expect(page.channels()).toEqual([WAITING]);
});

it('given a second factor, then it is asked for before the address is added', async () => {
  const page = await onPage(({ answers }) => {
    const add = answers['POST /api/notify/channels'];
    let isPassed = false;
    answers['POST /api/notify/channels'] = (input) =>
      isPassed
        ? add?.(input)
        : Promise.reject(new RequestFailed(403, { code: 'second_factor_needed' }, { challenge: 'c' }));
    answers['POST /api/auth/second-factor'] = () => {
      isPassed = true;
      return { token: 'the-token', user: {} };
    };
  });
  await page.perform(channelSubmitted(FORM));
  expect(selectSecondStep(page.store.getState()).about).toBe('change');
  await page.perform(codeSubmitted({ oneTimePassword: '123456' }));
  expect(page.channels()).toEqual([WAITING]);
});

it('given a server of the specification, or a sign-out, then there is nothing', async () => {
  const plain = await onPage(({ answers }) => (answers['GET /api/notify/channels'] = refuse(404)));
  expect(plain.channels()).toBeUndefined();
  const page = await onPage();
  expect(page.channels()).toEqual([]);
  await page.perform(signOutRequested());
  expect(page.channels()).toBeUndefined();
});
