import { Trans } from '#client/i18n/Trans.tsx';
import { t } from '#client/i18n/text';
import { storageNoticeDismissed } from '#client/features/session/device/slice';
import type { ReactNode } from 'react';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { DismissButton } from '#client/ui/overlays.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { selectFamilies, selectFamiliesStatus, selectInvitations } from '#client/features/families/selectors';
import { Invitations } from '#client/features/families/views/Invitations.tsx';
import { positionProblem } from '#client/features/locations/messages';
import { selectIsStorageNoticeShown } from '#client/features/session/selectors';
import { AccountNotice } from '#client/features/session/views/AccountNotice.tsx';
import {
  selectPositionProblem,
  selectSearching,
  selectSharingInterrupted,
} from '#client/features/locations/selectors';
import {
  interruptionDismissed,
  problemDismissed,
  sharingStartRequested,
} from '#client/features/locations/slice';
import './map-notices.css';

/**
 * What keeps the map empty, and this device from giving its position or keeping anything; and what to do. A phone shows
 * only the first: those that the user can dismiss come before those that last.
 */
export function MapNotices({ children }: { children?: ReactNode }) {
  const dispatch = useAppDispatch();
  const problem = useAppSelector(selectPositionProblem);
  const interrupted = useAppSelector(selectSharingInterrupted);
  const searching = useAppSelector(selectSearching);
  const families = useAppSelector(selectFamilies);
  const { Link } = useNavigation();
  const keepsNothing = useAppSelector(selectIsStorageNoticeShown);
  const invitations = useAppSelector(selectInvitations);
  const alone = useAppSelector(selectFamiliesStatus) === 'ready' && families.length === 0;
  return (
    <>
      {problem ? (
        <Dismissible onDismiss={() => dispatch(problemDismissed())}>{positionProblem(problem)}</Dismissible>
      ) : null}
      {interrupted ? (
        <Dismissible
          action={<Button onClick={() => dispatch(sharingStartRequested())}>{t('Share again')}</Button>}
          onDismiss={() => dispatch(interruptionDismissed())}
        >
          {t('Sharing stopped when this page was closed.')}
        </Dismissible>
      ) : null}
      <AccountNotice />
      {keepsNothing ? (
        <Dismissible onDismiss={() => dispatch(storageNoticeDismissed())}>
          {t('This browser does not let Kinmap keep anything. You stay signed in until you close the page.')}
        </Dismissible>
      ) : null}
      {children}
      {searching ? <Notice>{t('Searching for your position...')}</Notice> : null}
      {/* An invitation says how, and needs the room. */}
      {alone && invitations.length === 0 ? (
        <Notice>
          <Trans
            message="To see each other here, <link>create a family or join one</link>."
            tags={{ link: <Link to="/family-setup" /> }}
          />
        </Notice>
      ) : null}
      <Invitations limit={1} />
    </>
  );
}

interface DismissibleProps {
  children: string;
  action?: ReactNode;
  onDismiss: () => void;
}

/** It says what to do, so the style sheet shows all of it, also where it covers the map until it is dismissed. */
function Dismissible({ children, action, onDismiss }: DismissibleProps) {
  return (
    <Notice>
      <div className="notice-row notice-whole">
        <span>{children}</span>
        {action}
        <DismissButton onClick={onDismiss} />
      </div>
    </Notice>
  );
}
