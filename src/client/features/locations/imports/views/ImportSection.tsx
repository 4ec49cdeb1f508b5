import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Section } from '#client/ui/Section.tsx';
import { selectNetworkTrouble } from '#client/features/session/selectors';
import { selectImportFailure, selectImports } from '../selectors';
import { fileRequested, uploadCancelled } from '../slice';
import { ImportCard } from './ImportCard';

/** Brings positions in from files. */
export function ImportSection() {
  const dispatch = useAppDispatch();
  const { list, sending } = useAppSelector(selectImports);
  const failure = useAppSelector(selectImportFailure('upload'));
  const loadFailure = useAppSelector(selectImportFailure('load'));
  const isOffline = useAppSelector(selectNetworkTrouble) !== null;
  return (
    <Section title={t('Bring positions in')}>
      <p className="imports-hint">
        {t(
          'From a file of Google Timeline, OwnTracks, Overland, GPX, KML, GeoJSON or CSV, up to 200 MB. You see first what is in it.',
        )}
      </p>
      {sending ? (
        <div
          key="sending"
          ref={focusNeighbourOnRemoval}
          className="imports-sending"
          role="group"
          aria-label={t('Upload')}
        >
          <label>
            <span>
              {sending.percent < 100
                ? t('Sending {name}: {percent} %', sending)
                : t('Reading {name}', { name: sending.name })}
            </span>
            <progress value={sending.percent} max={100} />
          </label>
          <Button onClick={() => dispatch(uploadCancelled())}>{t('Cancel')}</Button>
        </div>
      ) : (
        <div key="choosing" ref={focusNeighbourOnRemoval}>
          <Button variant="primary" wide onClick={() => dispatch(fileRequested())}>
            {t('Choose a file')}
          </Button>
        </div>
      )}
      {failure ? <Notice kind="error">{errorMessage(failure)}</Notice> : null}
      {loadFailure && list === null ? (
        <Notice>
          {isOffline ? t('The list loads once Kinmap can be reached.') : errorMessage(loadFailure)}
        </Notice>
      ) : null}
      {list && list.length > 0 ? (
        <ul className="imports-list" role="list" aria-label={t('Imports')}>
          {list.map((found) => (
            <ImportCard key={found.id} found={found} />
          ))}
        </ul>
      ) : null}
    </Section>
  );
}
