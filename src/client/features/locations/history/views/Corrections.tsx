import type { Geofence } from '#contract/geofences';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { correctionText } from '../messages';
import { selectCorrection, selectCorrections, selectZone } from '../selectors';
import { correctionUndone } from '../slice';

/** What the user has corrected in this day, each to be taken back. */
export function Corrections({ places }: { places: readonly Pick<Geofence, 'id' | 'name'>[] }) {
  const dispatch = useAppDispatch();
  const corrections = useAppSelector(selectCorrections);
  const zone = useAppSelector(selectZone);
  const { status, entry, error } = useAppSelector(selectCorrection);
  const failure = error && entry === null ? <Notice kind="error">{errorMessage(error)}</Notice> : null;
  if (corrections.length === 0) return failure;
  return (
    <section className="history-card">
      <h2 className="corrections-title">{t('Corrected by you')}</h2>
      {failure}
      <ul className="corrections">
        {corrections.map((correction) => {
          const place = places.find(({ id }) => id === correction.placeId);
          const text = correctionText(correction, place?.name, zone);
          return (
            <li key={correction.id} ref={focusNeighbourOnRemoval}>
              <span>{text}</span>
              <Button
                variant="quiet"
                aria-label={t('Take back: {text}', { text })}
                disabled={status === 'saving'}
                onClick={() => dispatch(correctionUndone({ id: correction.id }))}
              >
                {t('Take back')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
