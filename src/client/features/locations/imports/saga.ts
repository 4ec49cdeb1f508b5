import { buffers, END, eventChannel } from 'redux-saga';
import { call, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import type { Import } from '#contract/imports';
import { IMPORT_MAX_BYTES } from '#contract/limits';
import { guarded } from '#client/sagas/guarded';
import { reasonOf, request, unauthorized } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { ClientErrorCode, Services } from '#client/services/types';
import { selectUser } from '#client/features/session/selectors';
import { connectionEstablished } from '#client/features/session/slice';
import { importsOpened } from '#client/store/pageActions';
import type { ImportTask } from './reducer';
import {
  fileRequested,
  importAccepted,
  importsLoaded,
  positionsRequested,
  taskEnded,
  taskFailed,
  undoConfirmed,
  uploadCancelled,
  uploadProgressed,
} from './slice';

/** Endings of the files that the server reads. */
const ACCEPTED = '.gpx,.kml,.geojson,.json,.csv,.tsv,.txt,.rec';

const OTHERWISE: Record<ImportTask | 'load', ClientErrorCode> = {
  load: 'imports_not_loaded',
  upload: 'import_not_sent',
  accept: 'import_not_changed',
  undo: 'import_not_undone',
  export: 'positions_not_downloaded',
};

/** Files of positions, in and out. Loaded when their page first opens. */
export function* importsSaga(services: Services) {
  yield* takeEvery([importsOpened, connectionEstablished], guarded(loadImports), services);
  // Not every browser reports that the file dialog was cancelled, so a second press starts again.
  yield* takeLatest(fileRequested, guarded(importFile), services);
  yield* takeLeading(importAccepted, guarded(acceptImport), services);
  yield* takeLeading(undoConfirmed, guarded(undoImport), services);
  yield* takeLeading(positionsRequested, guarded(savePositions), services);
  // The page loads together with this saga, and may have opened before.
  yield* loadImports(services);
}

function* loadImports(services: Services) {
  try {
    yield* put(importsLoaded(yield* request(services, 'listImports', {})));
  } catch (error) {
    yield* put(taskFailed({ task: 'load', id: null, error: reasonOf(error, OTHERWISE.load) }));
  }
}

/** Runs a task to its end, and loads which imports it has changed. @param id of the import that it is about; null for none */
function* perform(
  services: Services,
  { task, id }: { task: ImportTask; id: string | null },
  work: () => Generator<unknown, unknown>,
) {
  try {
    yield* work();
    if (task === 'accept' || task === 'undo') yield* loadImports(services);
  } catch (error) {
    yield* put(taskFailed({ task, id, error: reasonOf(error, OTHERWISE[task]) }));
  } finally {
    yield* put(taskEnded());
  }
}

function* importFile(services: Services) {
  const file = yield* call(services.files.choose, ACCEPTED);
  if (!file) return;
  yield* perform(services, { task: 'upload', id: null }, function* () {
    // One that is cancelled may have been stored already.
    if (!(yield* sendFile(services, file))) yield* loadImports(services);
  });
}

/** What an upload reports: how far it is, and how it ended. */
type UploadReport = { percent: number } | { added: Import } | { error: unknown };

/** @returns whether it has arrived, and the list has it; false when it was cancelled */
function* sendFile(services: Services, file: File) {
  if (file.size > IMPORT_MAX_BYTES) throw new RequestFailed(413, { code: 'import_too_large' });
  const { name } = file;
  const reports = yield* call(openUpload, services, file);
  yield* put(uploadProgressed({ name, percent: 0 }));
  try {
    for (;;) {
      const { report } = yield* race({ report: take(reports), cancelled: take(uploadCancelled) });
      if (!report) return false;
      if ('added' in report) {
        // Before another file can be chosen, which would end this.
        yield* loadImports(services);
        return true;
      }
      if ('error' in report) throw report.error;
      yield* put(uploadProgressed({ name, percent: report.percent }));
    }
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 401) yield* put(unauthorized());
    throw error;
  } finally {
    reports.close();
    yield* put(uploadProgressed(null));
  }
}

/** Sends a file; closing the channel ends that. */
function openUpload({ http, page }: Services, file: File) {
  return eventChannel<UploadReport>((emit) => {
    const ended = new AbortController();
    let last = 0;
    const onProgress = (share: number) => {
      const percent = Math.floor(share * 100);
      if (percent > last) emit({ percent });
      last = percent;
    };
    const query = { name: file.name.slice(-NAME_LENGTH), tz: page.timeZone() };
    http
      .upload('createImport', { query }, file, { onProgress, signal: ended.signal })
      .then((added) => emit({ added }))
      .catch((error: unknown) => emit({ error }))
      .finally(() => emit(END));
    return () => ended.abort();
    // The saga may be busy when a report comes.
  }, buffers.expanding());
}

/** Of a long name the end says more. */
const NAME_LENGTH = 200;

function* acceptImport(services: Services, { payload }: ReturnType<typeof importAccepted>) {
  const { id, shared } = payload;
  yield* perform(services, { task: 'accept', id }, () =>
    request(services, 'acceptImport', { params: { id }, body: { shared } }),
  );
}

function* undoImport(services: Services, { payload }: ReturnType<typeof undoConfirmed>) {
  const { id } = payload;
  yield* perform(services, { task: 'undo', id }, () => request(services, 'deleteImport', { params: { id } }));
}

function* savePositions(services: Services, { payload }: ReturnType<typeof positionsRequested>) {
  const { format, from, to } = payload;
  const userId = (yield* select(selectUser))?.id ?? '';
  const query = {
    format,
    tz: services.page.timeZone(),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  };
  yield* perform(services, { task: 'export', id: null }, function* () {
    const file = yield* call(() => services.http.download('exportPositions', { params: { userId }, query }));
    if (yield* call(isWithoutPositions, file)) throw new RequestFailed(null, { code: 'positions_none' });
    const days = [from, to].filter((day) => day !== '').join('-to-');
    yield* call(services.files.save, `kinmap-positions${days && `-${days}`}.${format}`, file);
  });
}

/** What a file without positions has in it, in each format. */
const NO_POSITIONS = /<trkseg>\s*<\/trkseg>|"features":\[\s*\]|^kind,[^\n]*\n$/u;

/** Each format has a head, so that a file without positions is short but not empty. */
const isWithoutPositions = async (file: Blob): Promise<boolean> =>
  file.size < 1_000 && NO_POSITIONS.test(await file.text());
