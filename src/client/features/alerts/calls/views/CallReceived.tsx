import type { SosCall } from '#contract/sos';
import { t } from '#client/i18n/text';
import { useAppSelector } from '#client/store/hooks';
import { buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { PhoneIcon } from '#client/ui/actionIcons.tsx';
import { telephoneLink } from '#client/ui/people.tsx';
import { endText } from '../messages';
import { selectCallPage } from '../selectors';
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
        <CallPeople call={call} />
        <CallLog call={call} />
      </div>
      {end === null ? (
        <div className="sos-bar">
          <OwnAnswer id={call.id} />
          <AnswerButtons id={call.id} />
          <PhoneLink call={call} />
        </div>
      ) : null}
    </>
  );
}

function PhoneLink({ call: { phone, userName } }: { call: SosCall }) {
  if (!phone) return null;
  return (
    <a className={buttonClass('danger')} href={telephoneLink(phone)}>
      <PhoneIcon />
      {t('Call {name}', { name: userName })}
    </a>
  );
}
