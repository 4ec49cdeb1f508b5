import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '#client/app/rootReducer';
import { inviteShareRequested } from '#client/features/families/firstSteps/slice';
import { shareInviteSaga } from '#client/features/families/sagas/shareInvite';
import { fakeServices } from '../../support/fakeServices';

/** Shares the link of a family by a sheet. @returns what was shared and copied, and the state after */
async function share(open: () => Promise<void>, isSupported = true) {
  const fake = fakeServices();
  fake.services.inviteCodes.replaceAll([{ familyId: 'f1', code: 'CODE-f1' }]);
  const shared: unknown[] = [];
  const sheet = {
    isSupported: () => isSupported,
    open: (content: unknown) => {
      shared.push(content);
      return open();
    },
  };
  const { storeState } = await expectSaga(shareInviteSaga, fake.services, sheet)
    .withReducer(rootReducer)
    .dispatch(inviteShareRequested({ familyId: 'f1', text: 'Join The Marins on Kinmap' }))
    .silentRun(30);
  const state = storeState as ReturnType<typeof rootReducer>;
  return { shared, copied: fake.recorded.copied, canShare: state.families.firstSteps.canShare };
}

const LINK = 'http://kinmap.test/family-setup#code=CODE-f1';

it('given a share sheet, when the invitation is shared, then the sheet gets its words and link', async () => {
  expect(await share(() => Promise.resolve())).toEqual({
    shared: [{ text: 'Join The Marins on Kinmap', url: LINK }],
    copied: [],
    canShare: true,
  });
});

it('given the browser refuses the sheet, then the link is copied instead', async () => {
  const { copied } = await share(() => Promise.reject(new Error('NotAllowedError')));
  expect(copied).toEqual([LINK]);
});

it('given a browser without a share sheet, then sharing is not offered', async () => {
  expect((await share(() => Promise.resolve(), false)).canShare).toBe(false);
});
