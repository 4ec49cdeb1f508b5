import { useAppDispatch, useAppSelector } from '../../../app/hooks';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { useFocusKept } from '../../../ui/PageTitle';
import { selectLeftBehind } from '../presented';
import { messageDeleted, type Outgoing } from '../slice';

/** What could not be sent any more because the person has left its family, so that it is not lost without a word. */
export function LeftBehind() {
  const items = useAppSelector(selectLeftBehind);
  return items.length === 0 ? null : <Unsent items={items} />;
}

function Unsent({ items }: { items: readonly Outgoing[] }) {
  const dispatch = useAppDispatch();
  useFocusKept();
  return (
    <div className="chat-notice">
      <Notice kind="error">
        <p>Not sent, because you are no longer in that family:</p>
        <ul className="chat-left-behind">
          {items.map(({ clientId, content }) => (
            <li key={clientId} dir="auto">
              {content}
            </li>
          ))}
        </ul>
        <Button onClick={() => items.forEach(({ clientId }) => dispatch(messageDeleted({ clientId })))}>
          Delete
        </Button>
      </Notice>
    </div>
  );
}
