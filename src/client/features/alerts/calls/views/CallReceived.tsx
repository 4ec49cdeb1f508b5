import type { SosCall } from '#contract/sos';
import { t } from '#client/i18n/text';
import { directionsTo } from '#client/map/directions';
import { useAppDispatch, useAppSelector, useNavigation, useSettings } from '#client/store/hooks';
import { buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { DirectionsIcon, PhoneIcon } from '#client/ui/actionIcons.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { telephoneLink } from '#client/ui/people.tsx';
import { endText } from '../messages';
import { selectFamilies, selectSelectedFamily } from '#client/features/families/selectors';
import { familySelected } from '#client/features/families/slice';
import { selectCallPage, selectCallPosition } from '../selectors';
import { AnswerButtons, OwnAnswer } from './AnswerButtons';
import { CallFacts } from './CallFacts';
import { CallLog } from './CallLog';
import { CallMap } from './CallMap';
import { CallPeople } from './CallPeople';

/** A call for help for the people who were called. */
export function CallReceived({ call }: { call: SosCall }) {
  const track = useAppSelector(selectCallPage)?.track ?? [];
  const end = endText(call);
  return (
    <>
      <CallMap key={call.id} call={call} track={track} isOver={end !== null} />
      <div className="sos-side">
        {end === null ? null : <Notice kind={call.ending === 'expired' ? 'info' : 'success'}>{end}</Notice>}
        <CallFacts call={call} />
        {end === null ? <Ways call={call} /> : null}
        <CallPeople call={call} />
        <CallLog call={call} />
      </div>
      {end === null ? (
        <div className="sos-bar">
          <OwnAnswer call={call} />
          <AnswerButtons id={call.id} />
          <PhoneLink call={call} />
        </div>
      ) : null}
    </>
  );
}

/** How to get to the caller, and to write to them in the selected family, or in the first that both are in. */
function Ways({ call }: { call: SosCall }) {
  const { Link } = useNavigation();
  const { userAgent = '' } = useSettings();
  const position = useAppSelector((state) => selectCallPosition(state, call));
  const dispatch = useAppDispatch();
  const selectedId = useAppSelector(selectSelectedFamily)?.id;
  const common = useAppSelector(selectFamilies).filter(({ members }) =>
    members.some(({ id }) => id === call.userId),
  );
  const family = common.find(({ id }) => id === selectedId) ?? common[0];
  return (
    <div className="sos-ways">
      <a className={buttonClass()} href={directionsTo(position, userAgent)} target="_blank" rel="noreferrer">
        <DirectionsIcon />
        {t('Directions')}
      </a>
      {family ? (
        <Link
          className={buttonClass()}
          to="/chat"
          onClick={() => dispatch(familySelected({ familyId: family.id }))}
        >
          <ChatIcon />
          {t('Message')}
        </Link>
      ) : null}
    </div>
  );
}

function PhoneLink({ call: { phone, userName } }: { call: SosCall }) {
  const telephone = telephoneLink(phone);
  if (telephone === null) return null;
  return (
    <a className={buttonClass('danger')} href={telephone}>
      <PhoneIcon />
      {t('Call {name}', { name: userName })}
    </a>
  );
}
