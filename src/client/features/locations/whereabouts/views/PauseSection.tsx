import { t } from '#client/i18n/text';
import { resumeRequested } from '../../actions';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { selectNow } from '#client/features/session/selectors';
import { Button } from '#client/ui/Button.tsx';
import { Notice, OutcomeNotice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Section } from '#client/ui/Section.tsx';
import { pauseText } from '../messages';
import { selectKnowsSharing, selectPause, selectSharingChange } from '../selectors';
import { type PauseLength, pauseRequested } from '../slice';

const LENGTHS: readonly PauseLength[] = ['hour', 'tonight', 'open'];

/** Pauses the positions of all of the user's browsers and phones. */
export function PauseSection() {
  const isKnown = useAppSelector(selectKnowsSharing);
  const pause = useAppSelector(selectPause);
  const change = useAppSelector(selectSharingChange);
  if (!isKnown) return null;
  return (
    <Section title={t('Pause sharing')}>
      {pause ? <Paused pause={pause} busy={change === 'busy'} /> : <Choices busy={change === 'busy'} />}
      <OutcomeNotice
        failure={change === 'failed' ? t('This could not be changed. Please try again.') : null}
        success={null}
      />
    </Section>
  );
}

function Paused({ pause, busy }: { pause: { until: string | null }; busy: boolean }) {
  const dispatch = useAppDispatch();
  const now = useAppSelector(selectNow);
  return (
    <div ref={focusNeighbourOnRemoval} className="section">
      <Notice>{pauseText(pause, now)}</Notice>
      <div className="phones-actions">
        <Button variant="primary" busy={busy} onClick={() => dispatch(resumeRequested())}>
          {t('Resume')}
        </Button>
      </div>
    </div>
  );
}

function Choices({ busy }: { busy: boolean }) {
  const dispatch = useAppDispatch();
  return (
    <div ref={focusNeighbourOnRemoval} className="section">
      <p className="phones-hint">
        {t(
          'Nothing that this browser or your phones send is kept or shown until you resume. An SOS goes out all the same.',
        )}
      </p>
      <div className="phones-actions">
        {LENGTHS.map((length) => (
          <Button key={length} disabled={busy} onClick={() => dispatch(pauseRequested(length))}>
            {t({ hour: 'For 1 hour', tonight: 'Until midnight', open: 'Until I resume' }[length])}
          </Button>
        ))}
      </div>
    </div>
  );
}
