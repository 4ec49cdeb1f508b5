import type { ReactNode } from 'react';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { HomeIcon, PhoneDeviceIcon, ShareIcon } from '#client/ui/actionIcons.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { AlertsIcon, CloseIcon, RecenterIcon } from '#client/ui/icons.tsx';
import { IconButton } from '#client/ui/RoundButton.tsx';
import { pushSwitched } from '#client/features/alerts/push/actions';
import { selectPushTask } from '#client/features/alerts/push/selectors';
import type { FirstStep } from '#client/features/families/firstSteps/reducer';
import { selectFirstSteps } from '#client/features/families/firstSteps/selectors';
import { invitingToggled, stepSkipped } from '#client/features/families/firstSteps/slice';
import { selectFamilies } from '#client/features/families/selectors';
import { type Family, panelMoved } from '#client/features/families/slice';
import { InviteWays } from '#client/features/families/views/InviteWays.tsx';
import { coordinateFields } from '#client/features/geofences/draft';
import { newGeofenceOpened } from '#client/features/geofences/slice';
import { selectOwnPosition } from '#client/features/locations/selectors';
import { sharingStartRequested } from '#client/features/locations/slice';

interface StepProps {
  family: Family;
  step: FirstStep;
  isDone: boolean;
}

/** One of the first steps, with its button until it is done. */
export function Step({ family, step, isDone }: StepProps) {
  const dispatch = useAppDispatch();
  const { isInviting } = useAppSelector(selectFirstSteps);
  const isInSeveral = useAppSelector(selectFamilies).length > 1;
  const { icon, title, hint } = wordsOf(step, isInSeveral);
  return (
    <li ref={focusNeighbourOnRemoval} className="first-step" tabIndex={-1}>
      <span className="first-step-icon">{icon}</span>
      <div className="first-step-text">
        <strong>{title}</strong>
        <span>{hint}</span>
      </div>
      {isDone ? (
        // Takes the focus of the buttons.
        <span key="done" className="first-step-done" tabIndex={-1}>
          {t('Done')}
        </span>
      ) : (
        <span key="buttons" ref={focusNeighbourOnRemoval} className="first-step-buttons">
          <StepAction step={step} />
          <IconButton
            label={t('Skip: {step}', { step: title })}
            icon={<CloseIcon />}
            onClick={() => dispatch(stepSkipped({ familyId: family.id, step }))}
          />
        </span>
      )}
      {step === 'invite' && isInviting && !isDone ? (
        <div ref={focusNeighbourOnRemoval} className="first-step-ways">
          <InviteWays family={family} />
        </div>
      ) : null}
    </li>
  );
}

function wordsOf(step: FirstStep, isInSeveral: boolean): { icon: ReactNode; title: string; hint: string } {
  switch (step) {
    case 'share':
      return {
        icon: <RecenterIcon />,
        title: t('Share where you are'),
        hint: isInSeveral ? t('With your families only') : t('With your family only'),
      };
    case 'invite':
      return { icon: <ShareIcon />, title: t('Invite the others'), hint: t('Link, code or QR') };
    case 'home':
      return { icon: <HomeIcon />, title: t('Add Home'), hint: t('Hear when they arrive') };
    case 'notifications':
      return {
        icon: <AlertsIcon />,
        title: t('Get notified'),
        hint: t('Also while Kinmap is closed'),
      };
    case 'phone':
      return {
        icon: <PhoneDeviceIcon />,
        title: t('Also when the phone sleeps'),
        hint: t('With an app that follows it'),
      };
  }
}

function StepAction({ step }: { step: FirstStep }) {
  const dispatch = useAppDispatch();
  const { isInviting } = useAppSelector(selectFirstSteps);
  switch (step) {
    case 'share':
      return (
        <Button variant="primary" onClick={() => dispatch(sharingStartRequested())}>
          {t('Share')}
        </Button>
      );
    case 'invite':
      return (
        <Button
          variant="primary"
          aria-expanded={isInviting}
          onClick={({ currentTarget }) => {
            dispatch(invitingToggled());
            if (isInviting) return;
            // Half a sheet would show half of the QR code.
            dispatch(panelMoved({ height: 'full' }));
            showWhole(currentTarget);
          }}
        >
          {t('Invite')}
        </Button>
      );
    case 'home':
      return <AddHome />;
    case 'notifications':
      return <GetNotified />;
    case 'phone':
      return <SetUp page="/phones" />;
  }
}

/** What opens below its button comes into sight together with the button, which has the focus. */
function showWhole(button: HTMLElement): void {
  const step = button.closest('li');
  requestAnimationFrame(() => step?.scrollIntoView?.({ block: 'nearest' }));
}

/** Leads to the form of a place called Home, where the user is if that is known. */
function AddHome() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const own = useAppSelector(selectOwnPosition);
  function open() {
    dispatch(newGeofenceOpened({ name: t('Home'), kind: 'home', ...(own && coordinateFields(own)) }));
  }
  return (
    <Link to="/alerts-settings" className={buttonClass('primary')} onClick={open}>
      {t('Add')}
    </Link>
  );
}

/** Where that fails, it leads to the page that says why. */
function GetNotified() {
  const dispatch = useAppDispatch();
  const task = useAppSelector(selectPushTask('switch'));
  if (task?.error) return <SetUp page="/notifications" />;
  return (
    <Button
      ref={focusNeighbourOnRemoval}
      variant="primary"
      busy={task?.isBusy === true}
      onClick={() => dispatch(pushSwitched({ on: true }))}
    >
      {t('Switch on')}
    </Button>
  );
}

function SetUp({ page }: { page: string }) {
  const { Link } = useNavigation();
  return (
    <Link to={page} className={buttonClass('primary')}>
      {t('Set up')}
    </Link>
  );
}
