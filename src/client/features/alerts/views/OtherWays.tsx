import type { ChannelKind } from '#contract/channels';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectChannels } from '../channels/selectors';
import { channelFormOpened } from '../channels/slice';
import { ChannelForm } from './ChannelForm';
import { ChannelRow } from './ChannelRow';

/** As many as the server takes. */
const MOST = 5;

/** The user's channels besides push; nothing where the server has none. */
export function OtherWays() {
  const info = useAppSelector(selectChannels);
  if (!info) return null;
  const { available, channels } = info;
  const isFull = channels.length >= MOST;
  return (
    <Section title={t('Other ways to reach me')}>
      <p className="notifications-hint">
        {available.includes('email')
          ? t('Alerts can also come by email. A code checks first that the address is yours.')
          : t('Alerts can also go elsewhere. A code checks first that the address is yours.')}
      </p>
      {channels.length > 0 ? (
        <ul className="notifications-list" role="list" aria-label={t('Other ways to reach me')}>
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </ul>
      ) : null}
      {available.includes('email') ? <AddButton kind="email" disabled={isFull} /> : null}
      <details className="notifications-more">
        <summary>{t('Advanced')}</summary>
        <p className="notifications-hint">
          {t(
            'For people who run such a service themselves: ntfy shows alerts in its own app, a webhook gets them as JSON.',
          )}
        </p>
        <div className="notifications-ways">
          <AddButton kind="ntfy" disabled={isFull} />
          <AddButton kind="webhook" disabled={isFull} />
        </div>
      </details>
      <ChannelForm />
    </Section>
  );
}

function AddButton({ kind, disabled }: { kind: ChannelKind; disabled: boolean }) {
  const dispatch = useAppDispatch();
  return (
    <Button disabled={disabled} onClick={() => dispatch(channelFormOpened(kind))}>
      {t({ email: 'Add an email address', ntfy: 'Add ntfy', webhook: 'Add a webhook' }[kind])}
    </Button>
  );
}
