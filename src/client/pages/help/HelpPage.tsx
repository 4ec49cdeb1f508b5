import type { ReactNode } from 'react';
import { t } from '#client/i18n/text';
import { useNavigation } from '#client/store/hooks';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { PresenceDot } from '#client/ui/people.tsx';
import { Page, Section } from '#client/ui/Section.tsx';
import { BackLink } from '../BackLink';
import './help.css';

/** /help: what the signs on the map mean, who sees what, and how to get help. */
export function HelpPage() {
  return (
    <Page header={<AppHeader title={t('Help')} leading={<BackLink />} />}>
      <NetworkBanner />
      <OnTheMap />
      <Sharing />
      <Day />
      <CallingForHelp />
    </Page>
  );
}

function OnTheMap() {
  return (
    <Section title={t('What the map and the list show')}>
      <ul className="help-signs" role="list">
        <Sign sample={<PresenceDot presence="fresh" />}>
          {t('Green dot: where this member was in the last 10 minutes.')}
        </Sign>
        <Sign sample={<PresenceDot presence="stale" />}>
          {t('Yellow ring: the position is older. The member may be somewhere else by now.')}
        </Sign>
        <Sign sample={<span className="help-circle" />}>
          {t('Circle around a member: the phone is not sure, and the member is somewhere inside.')}
        </Sign>
        <Sign sample={<span className="help-place" />}>
          {t('Circle around an icon: one of your places. Kinmap notices who comes and leaves.')}
        </Sign>
      </ul>
      <p>{t('"Here since" says how long a member has been where they are.')}</p>
      <p>
        {t(
          '"No signal" means that no position comes: the phone may be off, without a network, or not sharing. Kinmap does not tell which.',
        )}
      </p>
    </Section>
  );
}

/** A sign as it looks, and what it means. */
function Sign({ sample, children }: { sample: ReactNode; children: ReactNode }) {
  return (
    <li className="help-sign">
      <span className="help-sample" aria-hidden="true">
        {sample}
      </span>
      <p>{children}</p>
    </li>
  );
}

function Sharing() {
  return (
    <Section title={t('Who sees you')}>
      <p>
        {t(
          'Only the members of your families, and only while you share. When you stop, they go on seeing your last position.',
        )}
      </p>
      <p>
        {t(
          'A web page shares only while it is open. For a phone in the pocket, connect an app: it shares while the phone sleeps.',
        )}
      </p>
      <Way to="/phones">{t('Manage phones')}</Way>
    </Section>
  );
}

function Day() {
  return (
    <Section title={t('A day on the map')}>
      <p>
        {t(
          'The line is the way, and its dots are stays. Where the line breaks, no position came for more than half an hour.',
        )}
      </p>
    </Section>
  );
}

function CallingForHelp() {
  return (
    <Section title={t('When you need help')}>
      <p>
        {t(
          'SOS alerts all members of your families and shows them where you are until you say that you are safe. You can practise it: no one is alerted.',
        )}
      </p>
      <Way to="/sos/practice">{t('Practise an SOS')}</Way>
      <p>
        {t('"Check in" is for every day: say that you are well, or where you go and by when you are there.')}
      </p>
    </Section>
  );
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  const { Link } = useNavigation();
  return (
    <Link to={to} className={`${buttonClass()} help-way`}>
      {children}
    </Link>
  );
}
