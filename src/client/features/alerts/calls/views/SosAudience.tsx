import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { telephoneLink } from '#client/ui/people.tsx';
import { selectFamilies, selectIsAlone } from '#client/features/families/selectors';
import { selectIsLocationBlocked } from '#client/features/locations/selectors';
import { selectUser } from '#client/features/session/selectors';
import { selectOpenSosId, selectSos } from '../../selectors';
import { sosClosed } from '../../sos/slice';
import { alertedBySos } from '../messages';
import { selectAreCallsKnown } from '../selectors';

/** In the dialog of an SOS: that one is open already, and who will be alerted. */
export function SosAudience() {
  const { status } = useAppSelector(selectSos);
  return (
    <>
      <OpenSos />
      {status === 'waiting' ? null : <Audience />}
    </>
  );
}

/** That the user has an SOS that is open, and the way to its end. */
function OpenSos() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const id = useAppSelector(selectOpenSosId);
  if (id === undefined) return null;
  return (
    <>
      <Notice>{t('Your SOS is open')}</Notice>
      <Link className={buttonClass('primary', true)} to={`/sos/${id}`} onClick={() => dispatch(sosClosed())}>
        {t('See answers or end it')}
      </Link>
    </>
  );
}

/** Who will be alerted, and what they will see of the caller. */
function Audience() {
  // Servers that know only the specification get one position, and know no end.
  const isLive = useAppSelector(selectAreCallsKnown);
  const isAlone = useAppSelector(selectIsAlone);
  const families = useAppSelector(selectFamilies);
  const isBlocked = useAppSelector(selectIsLocationBlocked);
  const isOpen = useAppSelector(selectOpenSosId) !== undefined;
  const showsPhone = telephoneLink(useAppSelector(selectUser)?.phone) !== null;
  if (isAlone)
    return (
      <p>{t('No one is in a family with you yet, so no one would be alerted. Call for help by phone.')}</p>
    );
  if (isOpen) return <p>{t('Sending it again alerts everyone again.')}</p>;
  return (
    <>
      <p>{alertedBySos(families, isBlocked)}</p>
      {isLive && !isBlocked ? (
        <p>{t('They will see your live position until you end the SOS, while this page is open.')}</p>
      ) : null}
      {isLive && showsPhone ? <p>{t('The SOS also shows them your phone number.')}</p> : null}
    </>
  );
}
