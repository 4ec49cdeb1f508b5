import { Trans } from '#client/i18n/Trans.tsx';
import { resumeRequested } from '../../actions';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { selectNow } from '#client/features/session/selectors';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { DismissButton } from '#client/ui/overlays.tsx';
import { pauseText } from '../messages';
import { selectIsAppOffered, selectPause, selectSharingChange } from '../selectors';
import { appOfferDismissed } from '../slice';

/** On the map: that the user's positions are dropped, and that an app follows a phone that sleeps. */
export function SharingNotices() {
  return (
    <>
      <PauseNotice />
      <AppOffer />
    </>
  );
}

function PauseNotice() {
  const dispatch = useAppDispatch();
  const pause = useAppSelector(selectPause);
  const change = useAppSelector(selectSharingChange);
  const now = useAppSelector(selectNow);
  if (!pause) return null;
  return (
    <Notice>
      <div ref={focusNeighbourOnRemoval} className="notice-row">
        <div>
          <p>{pauseText(pause, now)}</p>
          {change === 'failed' ? <p>{t('This could not be changed. Please try again.')}</p> : null}
        </div>
        <Button busy={change === 'busy'} onClick={() => dispatch(resumeRequested())}>
          {t('Resume')}
        </Button>
      </div>
    </Notice>
  );
}

function AppOffer() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  if (!useAppSelector(selectIsAppOffered)) return null;
  const dismiss = () => dispatch(appOfferDismissed());
  return (
    <Notice>
      <div className="notice-row">
        <span>
          <Trans
            message="This browser shares only while the page is open. <link>Follow your phone while it sleeps</link>"
            tags={{ link: <Link to="/phones" onClick={dismiss} /> }}
          />
        </span>
        <DismissButton onClick={dismiss} />
      </div>
    </Notice>
  );
}
