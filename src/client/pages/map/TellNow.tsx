import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { buttonClass } from '#client/ui/Button.tsx';
import { checkInFormClosed } from '#client/features/alerts/checkIns/actions';
import { selectCompanions } from '#client/features/alerts/checkIns/selectors';
import { messageSubmitted } from '#client/features/chat/slice';
import { selectSelectedFamily } from '#client/features/families/selectors';

/** Tells the family in its chat that one is well. It leads there, because the chat shows whether the message is sent. */
export function TellNow() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const familyId = useAppSelector(selectSelectedFamily)?.id;
  const [companion, ...others] = useAppSelector(selectCompanions);
  if (familyId === undefined || !companion) return null;
  function tell() {
    if (familyId !== undefined) dispatch(messageSubmitted({ familyId, content: t('I am well.') }));
    dispatch(checkInFormClosed());
  }
  return (
    <Link className={buttonClass('secondary', true)} to="/chat" onClick={tell}>
      {others.length > 0
        ? t('Tell everyone: I am well')
        : t('Tell {name}: I am well', { name: companion.name })}
    </Link>
  );
}
