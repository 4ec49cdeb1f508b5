import type { ReactNode } from 'react';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { PlaceIcon } from '#client/ui/actionIcons.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectFamilies, selectFamiliesStatus } from '#client/features/families/selectors';
import {
  selectDeleteFailure,
  selectFamilyGeofences,
  selectGeofenceForm,
  selectGeofencesStatus,
  selectIsFormSetAside,
} from '../selectors';
import { geofencesRequested, newGeofenceOpened } from '../slice';
import { DeleteQuestion } from './DeleteQuestion';
import { FailureNotice } from './FailureNotice';
import { FencesSwitch } from './FencesSwitch';
import { GeofenceForm } from './GeofenceForm';
import { GeofenceItem } from './GeofenceItem';
import './geofences.css';

interface GeofencesTabProps {
  /** The choice of a family. */
  familyChoice: ReactNode;
}

/** The places of the selected family, and the form that makes and changes them. */
export function GeofencesTab({ familyChoice }: GeofencesTabProps) {
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectGeofenceForm);
  const isSetAside = useAppSelector(selectIsFormSetAside);
  const failure = useAppSelector(selectDeleteFailure);
  return (
    <Section
      title={t('Location Geofences')}
      action={
        <Button variant="primary" disabled={form !== null} onClick={() => dispatch(newGeofenceOpened())}>
          {t('Add Geofence')}
        </Button>
      }
    >
      {familyChoice}
      {failure ? <FailureNotice failure={failure} /> : null}
      {form ? <FamilyOffer /> : null}
      {form && isSetAside ? (
        <Notice>{t('What you changed before is kept. It comes back when this form is closed.')}</Notice>
      ) : null}
      {form ? <GeofenceForm key={form.key} form={form} /> : null}
      <Geofences />
      <DeleteQuestion />
    </Section>
  );
}

/** A place belongs to a family: without one the form cannot be sent. */
function FamilyOffer() {
  const { Link } = useNavigation();
  const families = useAppSelector(selectFamilies);
  const isLoaded = useAppSelector(selectFamiliesStatus) === 'ready';
  if (!isLoaded || families.length > 0) return null;
  return (
    <Notice>
      <div className="geofence-family">
        <p>{t('A place belongs to a family, and you are in none yet.')}</p>
        <Link className={buttonClass('primary')} to="/family-setup">
          {t('Create or join a family')}
        </Link>
      </div>
    </Notice>
  );
}

function Geofences() {
  const status = useAppSelector(selectGeofencesStatus);
  const geofences = useAppSelector(selectFamilyGeofences);
  if (status === 'failed') return <LoadFailure />;
  if (status !== 'ready') return <GeofencesSkeleton />;
  if (geofences.length === 0) return <NoGeofences />;
  return (
    <>
      <ul className="geofence-list" role="list" aria-label={t('Places')}>
        {geofences.map((geofence) => (
          <GeofenceItem key={geofence.id} geofence={geofence} />
        ))}
      </ul>
      <FencesSwitch />
    </>
  );
}

function NoGeofences() {
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectGeofenceForm);
  return (
    // Hidden, not gone: its button gets the focus back when the form is closed.
    <div hidden={form !== null}>
      <EmptyState
        icon={<PlaceIcon />}
        title={t('No geofences yet')}
        hint={t('Create a geofence to get notified when family members enter or leave important locations')}
        action={
          <Button variant="primary" onClick={() => dispatch(newGeofenceOpened())}>
            {t('Create First Geofence')}
          </Button>
        }
      />
    </div>
  );
}

function LoadFailure() {
  const dispatch = useAppDispatch();
  return (
    <div className="geofence-list">
      <Notice kind="error">{t('The places could not be loaded.')}</Notice>
      <Button onClick={() => dispatch(geofencesRequested())}>{t('Try again')}</Button>
    </div>
  );
}

function GeofencesSkeleton() {
  return (
    <div className="geofence-list">
      <span className="visually-hidden" role="status">
        {t('Loading...')}
      </span>
      <Skeleton height="104px" />
      <Skeleton height="104px" />
    </div>
  );
}
