import { useState } from 'react';
import { t } from '#client/i18n/text';
import { useAppSelector, useNavigation } from '#client/store/hooks';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Avatar } from '#client/ui/people.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectMemberColors } from '#client/features/families/selectors';
import { answerText } from '../messages';
import { selectOthers } from '../selectors';

type Step = 'start' | 'sent' | 'answered' | 'over';

/** An SOS that is sent to no one: each step of it, with the people who would be called. Nothing leaves the page. */
export function Practice() {
  const [step, setStep] = useState<Step>('start');
  return (
    <>
      <Notice>{t('This is practice. No one is alerted, and nothing is sent.')}</Notice>
      {step === 'start' ? <Start onNext={() => setStep('sent')} /> : null}
      {step === 'sent' ? (
        <Sent onNext={() => setStep('answered')} onTakenBack={() => setStep('over')} />
      ) : null}
      {step === 'answered' ? <Answered onNext={() => setStep('over')} /> : null}
      {step === 'over' ? <Over onAgain={() => setStep('start')} /> : null}
    </>
  );
}

function Start({ onNext }: { onNext: () => void }) {
  const others = useAppSelector(selectOthers);
  return (
    <Section title={t('Who would be alerted')}>
      {others.length === 0 ? (
        <p>{t('No one else is in your families yet, so an SOS would reach no one.')}</p>
      ) : (
        <People line={t('Gets a banner with sound, and every way of alerts that they have set up')} />
      )}
      <p>
        {t(
          'On the map, press SOS and then "Send SOS". Or hold the SOS button for 2 seconds: it counts down from 5 and sends by itself.',
        )}
      </p>
      <Button variant="danger" wide onClick={onNext}>
        {t('Send a practice SOS')}
      </Button>
    </Section>
  );
}

function Sent({ onNext, onTakenBack }: { onNext: () => void; onTakenBack: () => void }) {
  useFocusTitleOnUnmount();
  return (
    <Section title={t('Your family would be alerted now')}>
      <p>{t('For 5 seconds you can take it back: everyone is told that it was a false alarm.')}</p>
      <p>
        {t('They see your live position until you end the SOS, even while you do not share it otherwise.')}
      </p>
      <p>{t('Those who do not answer are alerted again after 1, 3, 5 and 10 minutes, then every 15.')}</p>
      <div className="sos-step-actions">
        <Button onClick={onTakenBack}>{t('Take it back')}</Button>
        <Button variant="primary" onClick={onNext}>
          {t('See an answer')}
        </Button>
      </div>
    </Section>
  );
}

function Answered({ onNext }: { onNext: () => void }) {
  useFocusTitleOnUnmount();
  const [first] = useAppSelector(selectOthers);
  return (
    <Section title={answerText(first?.name ?? t('A member'), 'coming')}>
      <p>
        {t('Each person can answer that they are on the way, that they are safe, or that you should call.')}
      </p>
      <p>{t('You see who has seen it, and how the others were reached as far as it is known.')}</p>
      <Button variant="primary" wide onClick={onNext}>
        {t('End the practice SOS')}
      </Button>
    </Section>
  );
}

function Over({ onAgain }: { onAgain: () => void }) {
  useFocusTitleOnUnmount();
  const { Link } = useNavigation();
  return (
    <Section title={t('The practice is over')}>
      <p>
        {t(
          'Only you can end your SOS. Everyone who was alerted is told, and sees only what you share otherwise.',
        )}
      </p>
      <div className="sos-step-actions">
        <Button onClick={onAgain}>{t('Practise again')}</Button>
        <Link to="/" className={buttonClass('primary')}>
          {t('Back to the map')}
        </Link>
      </div>
    </Section>
  );
}

function People({ line }: { line: string }) {
  const others = useAppSelector(selectOthers);
  const colors = useAppSelector(selectMemberColors);
  return (
    <ul className="sos-people" role="list">
      {others.map(({ id, name, profileImage }) => (
        <li key={id} className="sos-person">
          <Avatar id={id} name={name} picture={profileImage} color={colors[id]} />
          <div className="sos-person-text">
            <strong>{name}</strong>
            <span className="sos-person-reach">{line}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
