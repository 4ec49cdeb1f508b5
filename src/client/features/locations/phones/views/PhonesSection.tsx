import { PHONES_PER_USER } from '#contract/limits';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { selectNetworkTrouble } from '#client/features/session/selectors';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { PhoneDeviceIcon } from './PhoneDeviceIcon';
import { Section } from '#client/ui/Section.tsx';
import { selectConnecting, selectIsAdding, selectPhoneOutcome, selectPhones } from '../selectors';
import { addingStarted } from '../slice';
import { AddPhone } from './AddPhone';
import { ConnectPhone } from './ConnectPhone';
import { PhoneCard } from './PhoneCard';

/** The user's phones, and adding one. */
export function PhonesSection() {
  const phones = useAppSelector(selectPhones);
  const connecting = useAppSelector(selectConnecting);
  const isAdding = useAppSelector(selectIsAdding);
  const failure = useAppSelector(selectPhoneOutcome('load'))?.error;
  const isOffline = useAppSelector(selectNetworkTrouble) !== null;
  const isFree = !connecting && !isAdding && phones !== null;
  return (
    <Section title={t('Connected phones')} action={isFree && phones.length > 0 ? <AddButton /> : null}>
      <p className="phones-hint">
        {t('A browser shares only while its page is open. An app follows the phone also while it sleeps.')}
      </p>
      {isAdding ? <AddPhone /> : null}
      {connecting?.page === 'phones' ? (
        <ConnectPhone key={connecting.phone.id} connecting={connecting} />
      ) : null}
      {failure && phones === null ? (
        <Notice>{isOffline ? t('The list loads once Kinmap can be reached.') : errorMessage(failure)}</Notice>
      ) : null}
      {phones === null && !failure ? <Loading /> : null}
      {isFree && phones.length === 0 ? (
        <EmptyState
          icon={<PhoneDeviceIcon />}
          title={t('No phone yet')}
          hint={t(
            'Choose an app, scan a code, and your family knows where you are with the phone in your pocket.',
          )}
          action={<AddButton />}
        />
      ) : null}
      {phones && phones.length > 0 ? (
        <ul className="phones-list" role="list" aria-label={t('Phones')}>
          {phones.map((phone) => (
            <PhoneCard key={phone.id} phone={phone} />
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function AddButton() {
  const dispatch = useAppDispatch();
  const count = useAppSelector(selectPhones)?.length ?? 0;
  return (
    <Button
      variant={count === 0 ? 'primary' : 'secondary'}
      disabled={count >= PHONES_PER_USER}
      onClick={() => dispatch(addingStarted())}
    >
      {t('Add a phone')}
    </Button>
  );
}

function Loading() {
  return (
    <>
      <span className="visually-hidden" role="status">
        {t('Loading...')}
      </span>
      <Skeleton height="96px" />
    </>
  );
}
