import type { Import } from '#contract/imports';
import { createAppStore } from '#client/app/createStore';
import { RequestFailed } from '#client/services/errors';
import { selectImports } from '#client/features/locations/imports/selectors';
import {
  fileRequested,
  importAccepted,
  positionsRequested,
  undoAsked,
  undoConfirmed,
  uploadCancelled,
} from '#client/features/locations/imports/slice';
import { chooseAgainText, contentText, leftOutText } from '#client/features/locations/imports/messages';
import { importsOpened } from '#client/store/pageActions';
import { createImport } from '../../support/builders';
import { fakeServices, flushPromises } from '../../support/fakeServices';
import { defaultServer, signedInStore } from '../../support/signedInStore';

const FOUND = createImport();

/** The page, with a server that has these imports. */
async function onPage(list: Import[] = []) {
  const { fake, store, perform } = await signedInStore(({ answers }) => {
    answers['GET /api/imports'] = () => [...list];
    answers['POST /api/imports/:id/accept'] = () => FOUND;
    answers['DELETE /api/imports/:id'] = () => undefined;
  });
  await import('#client/app/smallPageSagas');
  await perform(importsOpened());
  await flushPromises();
  return { fake, perform, imports: () => selectImports(store.getState()), list };
}

const called = ({ fake }: Awaited<ReturnType<typeof onPage>>, path: string) =>
  fake.recorded.calls.filter((made) => made.path === path).map(({ input }) => input);
const file = new File(['<gpx/>'], 'walk.gpx');

it('given the page opens, then the imports are listed; given no server, then it says so and tries again', async () => {
  expect((await onPage([FOUND])).imports().list).toEqual([FOUND]);
  const page = await onPage();
  page.fake.answers['GET /api/imports'] = () => {
    throw new RequestFailed(null);
  };
  await page.perform(importsOpened());
  expect(page.imports().failure).toEqual({ task: 'load', id: null, error: { code: 'imports_not_loaded' } });
  page.fake.answers['GET /api/imports'] = () => [FOUND];
  page.fake.emitSignal('connected');
  await flushPromises();
  expect([page.imports().failure, page.imports().list]).toEqual([null, [FOUND]]);
});

it('given the page is the first that opens, before what it needs has loaded, then the imports are listed', async () => {
  const fake = fakeServices({ ...defaultServer(), 'GET /api/imports': () => [FOUND] });
  fake.stored.set('token', 'the-token');
  const store = createAppStore({ services: fake.services });
  store.dispatch(importsOpened());
  await flushPromises();
  await flushPromises();
  expect(selectImports(store.getState()).list).toEqual([FOUND]);
});

it('given a file, then its progress shows, and afterwards what is in it', async () => {
  const page = await onPage();
  page.fake.chooseFile(file);
  const seen: unknown[] = [];
  page.fake.onUpload(async (_file, { onProgress }) => {
    onProgress(0.5);
    await flushPromises();
    seen.push(page.imports().sending);
    page.list.push(FOUND);
    return FOUND;
  });
  await page.perform(fileRequested());
  await flushPromises();
  expect(seen).toEqual([{ name: 'walk.gpx', percent: 50 }]);
  expect(page.imports()).toMatchObject({ sending: null, busy: null, failure: null, list: [FOUND] });
  expect(called(page, '/api/imports').at(-2)).toMatchObject({ query: { name: 'walk.gpx' } });
});

it('given a file dialog whose cancelling is not reported, when asked again, then a file is sent', async () => {
  const page = await onPage();
  const { files } = page.fake.services;
  jest.spyOn(files, 'choose').mockImplementationOnce(() => new Promise(() => undefined));
  await page.perform(fileRequested());
  page.fake.chooseFile(file);
  page.fake.onUpload(async () => FOUND);
  await page.perform(fileRequested());
  await flushPromises();
  expect(called(page, '/api/imports').at(-2)).toMatchObject({ query: { name: 'walk.gpx' } });
});

it('given a file that the server refuses, or that is too large, then the page says why', async () => {
  const page = await onPage();
  page.fake.chooseFile(file);
  page.fake.onUpload(async () => {
    throw new RequestFailed(400, { code: 'import_format_unknown' });
  });
  await page.perform(fileRequested());
  await flushPromises();
  expect(page.imports().failure).toEqual({
    task: 'upload',
    id: null,
    error: { code: 'import_format_unknown' },
  });
  const large = new File([], 'large.json');
  Object.defineProperty(large, 'size', { value: 201 * 1024 * 1024 });
  page.fake.chooseFile(large);
  await page.perform(fileRequested());
  await flushPromises();
  expect(page.imports().failure).toEqual({ task: 'upload', id: null, error: { code: 'import_too_large' } });
});

it('given an upload that is cancelled, then it ends and nothing is said', async () => {
  const page = await onPage();
  page.fake.chooseFile(file);
  let isAborted = false;
  page.fake.onUpload(
    (_file, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
          reject(new RequestFailed(null));
        });
      }),
  );
  await page.perform(fileRequested());
  await flushPromises();
  expect(page.imports().sending).toEqual({ name: 'walk.gpx', percent: 0 });
  await page.perform(uploadCancelled());
  await flushPromises();
  expect([isAborted, page.imports().sending, page.imports().failure]).toEqual([true, null, null]);
});

it('given an import, when it is accepted, shared and undone, then the server receives each change', async () => {
  const page = await onPage([FOUND]);
  await page.perform(importAccepted({ id: 'i1', shared: false }));
  await page.perform(importAccepted({ id: 'i1', shared: true }));
  expect(called(page, '/api/imports/:id/accept')).toEqual([
    { params: { id: 'i1' }, body: { shared: false } },
    { params: { id: 'i1' }, body: { shared: true } },
  ]);
  await page.perform(undoAsked('i1'));
  expect(page.imports().question).toBe('i1');
  await page.perform(undoConfirmed({ id: 'i1' }));
  expect([called(page, '/api/imports/:id').length, page.imports().question]).toEqual([1, null]);
});

it('given another file is accepted before an undo fails, then the failure is of the undone one', async () => {
  const page = await onPage([FOUND]);
  let fail: (error: unknown) => void = () => undefined;
  page.fake.answers['DELETE /api/imports/:id'] = () => new Promise((_resolve, reject) => (fail = reject));
  await page.perform(undoConfirmed({ id: 'i1' }), importAccepted({ id: 'i2', shared: false }));
  fail(new RequestFailed(500, null));
  await flushPromises();
  expect(page.imports().failure).toEqual({ task: 'undo', id: 'i1', error: { code: 'import_not_undone' } });
});

it('given days and a format, then the positions are saved as a file with these in its name', async () => {
  const page = await onPage();
  await page.perform(positionsRequested({ format: 'csv', from: '2026-01-01', to: '2026-01-31' }));
  await flushPromises();
  expect(page.fake.recorded.savedFileNames).toEqual(['kinmap-positions-2026-01-01-to-2026-01-31.csv']);
  expect(page.imports()).toMatchObject({ busy: null, failure: null });
});

it.each([
  ['gpx', '<gpx>\n<trk>\n<trkseg>\n</trkseg>\n</trk>\n</gpx>\n'],
  ['geojson', '{"type":"FeatureCollection","features":[\n]}\n'],
  ['csv', 'kind,time,end,latitude,longitude,accuracy,speed,battery,name\n'],
] as const)(
  'given no positions in a time, then no %s is saved, and the page says why',
  async (format, text) => {
    const page = await onPage();
    page.fake.services.http.download = async () => new Blob([text]);
    await page.perform(positionsRequested({ format, from: '2026-01-01', to: '2026-01-31' }));
    await flushPromises();
    expect(page.fake.recorded.savedFileNames).toEqual([]);
    expect(page.imports()).toMatchObject({
      busy: null,
      failure: { task: 'export', error: { code: 'positions_none' } },
    });
  },
);

describe('what a file holds, in words', () => {
  const none = { first: null, last: null, days: 0, fixes: 0 };
  it.each([
    [none, 'There are no positions in this file'],
    [{ ...none, doubles: 2 }, 'No new positions'],
    [{}, '60 positions, May 4, 2019'],
  ])('given %j, then it reads %s', (more, text) => {
    expect(contentText({ ...FOUND, ...more })).toBe(text);
  });
});

it('given a file of a pause, then the summary says how much of it is left out', () => {
  expect(leftOutText(FOUND)).toBeNull();
  const found = { ...FOUND, fixes: 20, doubles: 3, paused: 1_200 };
  expect(leftOutText(found)).toBe('Left out: 3 known already, 1,200 of a pause');
  expect(contentText({ ...FOUND, fixes: 0, first: null, last: null, paused: 2 })).toBe('No new positions');
});

it('given a later file that left positions out, then undoing the first says to choose that file again', () => {
  const later = { ...FOUND, id: 'i2', name: 'more.gpx', doubles: 60, createdAt: '2026-01-01T09:00:00.000Z' };
  expect(chooseAgainText(FOUND, [later, FOUND])).toBe(
    'Positions that were in more.gpx too were left out there, because they were known already. To have them, choose that file again afterwards.',
  );
  expect(chooseAgainText(FOUND, [{ ...later, doubles: 0 }, FOUND])).toBeNull();
  expect(chooseAgainText(later, [later, { ...FOUND, doubles: 3 }])).toBeNull();
});
