import { t } from '#client/i18n/text';
import { ago, timeOfDay } from '#client/i18n/times';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { TextSelect } from '#client/ui/controls.tsx';
import { selectFamilies, selectIsAlone } from '#client/features/families/selectors';
import { selectNetworkTrouble, selectNow } from '#client/features/session/selectors';
import { selectOwnPosition, selectSearching, selectSharing } from '../../selectors';
import { pauseEndText } from '../messages';
import { selectPause, selectSharingEndsAt, selectSharingPhone } from '../selectors';
import { type PauseLength, sharingLengthChosen } from '../slice';

/** Below the sentence about sharing: what does it and until when, or what the families see instead. */
export function SharingDetail() {
  const isFromHere = useAppSelector(selectSharing);
  const phone = useAppSelector(selectSharingPhone);
  const pause = useAppSelector(selectPause);
  const now = useAppSelector(selectNow);
  const hasPosition = useAppSelector(selectOwnPosition) !== undefined;
  const isAlone = useAppSelector(selectIsAlone);
  const isInSeveral = useAppSelector(selectFamilies).length > 1;
  const troubled = useAppSelector(selectNetworkTrouble) !== null;
  if (pause) return <span>{pauseEndText(pause, now)}</span>;
  if (phone) return <span>{t('By {phone}, heard {ago}', { phone: phone.name, ago: ago(phone.age) })}</span>;
  if (isFromHere && troubled) return <span>{t('Not sent now: Kinmap cannot be reached')}</span>;
  if (isFromHere) return <BrowserLength />;
  if (!hasPosition || isAlone) return <span>{t('No one sees where you are')}</span>;
  return (
    <span>
      {isInSeveral ? t('Your families see your last position') : t('Your family sees your last position')}
    </span>
  );
}

/** How long this browser shares: at most until its page sleeps or closes. */
function BrowserLength() {
  const dispatch = useAppDispatch();
  const end = useAppSelector(selectSharingEndsAt);
  const isSearching = useAppSelector(selectSearching);
  const time = end === null ? '' : timeOfDay(new Date(end).toISOString());
  return (
    <>
      <span>{isSearching ? t('No position is found now. Try near a window.') : lengthText(end, time)}</span>
      <TextSelect
        label={t('How long to share')}
        value={end === null ? 'open' : 'chosen'}
        onChange={({ target }) => dispatch(sharingLengthChosen(target.value as PauseLength))}
        options={[
          ...(end === null ? [] : [{ value: 'chosen', label: t('Until {time}', { time }) }]),
          { value: 'open', label: t('No time limit') },
          { value: 'hour', label: t('For 1 hour') },
          { value: 'tonight', label: t('Until midnight') },
        ]}
      />
    </>
  );
}

const lengthText = (end: number | null, time: string): string =>
  end === null ? t('Only while this page is open') : t('From this browser, until {time} at most', { time });
