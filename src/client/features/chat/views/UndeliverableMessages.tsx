import { t } from '#client/i18n/text';
import { type Outgoing } from '../state';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { selectLeftBehind } from '../viewModels';
import { messageDeleted } from '../slice';

/** Messages that cannot be sent because the user has left the family. They are shown, so that they are not lost. */
export function UndeliverableMessages() {
  const items = useAppSelector(selectLeftBehind);
  return items.length === 0 ? null : <Unsent items={items} />;
}

function Unsent({ items }: { items: readonly Outgoing[] }) {
  const dispatch = useAppDispatch();
  useFocusTitleOnUnmount();
  return (
    <div className="chat-notice">
      <Notice kind="error">
        <p>{t('Not sent, because you are no longer in that family:')}</p>
        <ul className="chat-left-behind">
          {items.map(({ clientId, content }) => (
            <li key={clientId} dir="auto">
              {content}
            </li>
          ))}
        </ul>
        <Button onClick={() => items.forEach(({ clientId }) => dispatch(messageDeleted({ clientId })))}>
          {t('Delete')}
        </Button>
      </Notice>
    </div>
  );
}
