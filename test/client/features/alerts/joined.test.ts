import { newsText } from '#client/features/alerts/checkIns/messages';
import { selectAlerts } from '#client/features/alerts/selectors';
import { alertRead } from '#client/features/alerts/slice';
import { selectToast } from '#client/features/alerts/viewModels';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { accountOpened, familyOpened } from '#client/store/pageActions';
import { createFamily, createJoined } from '../../support/builders';
import { type FakeServices, flushPromises, NOW } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

/** Ana's device, on which she has two families. */
async function anasDevice(change: (fake: FakeServices) => void = () => undefined) {
  const all = await signedInStore((fake) => {
    fake.answers['GET /api/families'] = () => [
      createFamily('f1', ['ana', 'ben']),
      createFamily('f2', ['ana', 'ben']),
    ];
    change(fake);
  });
  return {
    ...all,
    alerts: () => selectAlerts(all.store.getState()),
    selected: () => selectSelectedFamily(all.store.getState())?.id,
    async receive(...[event, payload]: Parameters<FakeServices['receive']>) {
      all.fake.receive(event, payload);
      await flushPromises();
    },
  };
}

const listed = (payload = createJoined()) => ({
  alerts: [{ id: 'a1', at: NOW, reportedAt: NOW, late: false, read: false, kind: 'joined', payload }],
  unread: 1,
});

describe('someone joins a family of the user', () => {
  it('given the event comes twice, then there is one alert and a toast, which name both', async () => {
    const device = await anasDevice();
    await device.receive('member:joined', createJoined());
    await device.receive('member:joined', createJoined());
    expect(device.alerts()).toMatchObject([{ type: 'joined', read: false, path: '/family#family=f2' }]);
    expect(selectToast(device.store.getState())?.map(({ news }) => news)).toEqual([createJoined()]);
    expect(newsText(createJoined())).toBe('Vera joined The Marins');
  });

  it('given names with bidirectional controls, then the text has none', () => {
    expect(newsText(createJoined({ userName: 'Ve\u202Era', familyName: 'A\u2067B' }))).toBe('Vera joined AB');
  });

  it('given the inbox lists it, when the event comes as well, then there is one alert', async () => {
    const device = await anasDevice(({ answers }) => {
      answers['GET /api/alerts'] = () => listed();
    });
    expect(device.alerts()).toHaveLength(1);
    await device.receive('member:joined', createJoined());
    expect(device.alerts().map(({ type, alertId }) => [type, alertId])).toEqual([['joined', 'a1']]);
  });

  it('given they come back later, then that is another alert', async () => {
    const device = await anasDevice();
    await device.receive('member:joined', createJoined());
    const again = createJoined({ alertId: 'a2', timestamp: '2026-05-02T12:00:00.000Z' });
    await device.receive('member:joined', again);
    expect(device.alerts().map(({ alertId }) => alertId)).toEqual(['a2', 'a1']);
  });

  it('given a page that starts again, then it still has the alert that it has stored', async () => {
    const before = await anasDevice();
    await before.receive('member:joined', createJoined());
    const stored = before.fake.stored.get('alerts:ana') ?? '';
    const after = await anasDevice((fake) => {
      fake.stored.set('alerts:ana', stored);
      delete fake.answers['GET /api/alerts'];
    });
    expect(after.alerts()).toMatchObject([{ type: 'joined', news: { userName: 'Vera' } }]);
  });

  it.each([
    ['no quiet hours', null, true],
    ['quiet hours', { from: 0, to: 1_439 }, false],
  ])(
    'given a hidden page and %s, then the notification of the push shows or not',
    async (_what, quiet, shows) => {
      const device = await anasDevice((fake) => {
        fake.setPermission('granted');
        fake.hidePage();
        fake.answers['GET /api/notify/settings'] = () => ({
          quiet,
          timeZone: 'UTC',
          privateText: false,
          messages: true,
        });
      });
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
      await device.receive('member:joined', createJoined());
      jest.advanceTimersByTime(300);
      await flushPromises();
      jest.useRealTimers();
      expect(device.fake.recorded.notifications).toEqual(
        shows
          ? [
              {
                title: 'New member',
                text: 'Vera joined The Marins',
                tag: 'joined:f2:vera',
                path: '/family#family=f2',
              },
            ]
          : [],
      );
    },
  );

  it('given the notification of the push, when the alert is read, then it is closed', async () => {
    const device = await anasDevice();
    await device.receive('member:joined', createJoined());
    const pushed = { title: 'Kinmap', text: 'Vera joined The Marins', tag: 'joined:f2:vera', path: '/' };
    device.fake.recorded.notifications.push(pushed);
    await device.perform(alertRead({ id: device.alerts()[0]?.id ?? '' }));
    expect(device.fake.recorded.notifications).toEqual([]);
  });
});

describe('the page of the family', () => {
  it('given an open page, when the notification is clicked, then its family is selected', async () => {
    const device = await anasDevice();
    device.fake.clickNotification('/family#family=f2');
    await flushPromises();
    expect(device.selected()).toBe('f2');
  });

  it.each([
    ['of a family of the user', 'f2', 'f2'],
    ['of a family that the user has left', 'f9', 'f1'],
  ])('given an address %s (%s), when the page opens, then %s is shown', async (_what, id, shown) => {
    const device = await anasDevice();
    for (const before of [familyOpened, accountOpened]) {
      device.fake.setFragment(`family=${id}`);
      await device.perform(before(), familyOpened());
      expect([device.selected(), device.fake.services.page.takeFragment()]).toEqual([shown, '']);
    }
  });
});
