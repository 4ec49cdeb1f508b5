import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Button } from '#client/ui/Button.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { ChatIcon } from '#client/ui/icons.tsx';
import {
  selectFamilies,
  selectFamiliesStatus,
  selectSelectedFamily,
} from '#client/features/families/selectors';
import { familySelected } from '#client/features/families/slice';
import { FamilyChoice } from '#client/features/families/views/FamilyChoice.tsx';
import { NoFamily } from '#client/features/families/views/NoFamily.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { selectReadings } from '#client/features/chat/selectors';
import { Composer } from '#client/features/chat/views/Composer.tsx';
import { Conversation } from '#client/features/chat/views/Conversation.tsx';
import { UndeliverableMessages } from '#client/features/chat/views/UndeliverableMessages.tsx';
import { BackLink } from '../BackLink';
import '../../features/chat/views/chat.css';

/** /chat: what the selected family writes to each other. */
export function ChatPage() {
  const family = useAppSelector(selectSelectedFamily);
  return (
    <div className="chat">
      <AppHeader title={t('Family Chat')} leading={<BackLink />} />
      <NetworkBanner offline={t('What you write is sent later.')} />
      <main className="chat-main">
        <UndeliverableMessages />
        <ChatFamily />
        <UnreadElsewhere />
        {family ? <Conversation key={family.id} familyId={family.id} /> : <WithoutFamily />}
        {/* Not the key of the conversation: React would keep a conversation whose family is gone. */}
        <Composer key={`composer ${family?.id}`} familyId={family?.id ?? null} />
      </main>
    </div>
  );
}

/** Whose chat it is; a choice where there are several. */
function ChatFamily() {
  const families = useAppSelector(selectFamilies);
  const selected = useAppSelector(selectSelectedFamily);
  if (!selected) return null;
  return families.length < 2 ? (
    <p className="chat-family">{selected.name}</p>
  ) : (
    <div className="chat-choice">
      <FamilyChoice />
    </div>
  );
}

/** Unread messages of other families: the number on the way to this page counts them too. */
function UnreadElsewhere() {
  const dispatch = useAppDispatch();
  const families = useAppSelector(selectFamilies);
  const selected = useAppSelector(selectSelectedFamily);
  const readings = useAppSelector(selectReadings);
  return families.map(({ id, name }) => {
    const count = readings[id]?.unread ?? 0;
    if (id === selected?.id || count === 0) return null;
    return (
      <div key={id} ref={focusNeighbourOnRemoval} className="chat-elsewhere">
        <Button wide onClick={() => dispatch(familySelected({ familyId: id }))}>
          {t('{count, plural, one {# new message} other {# new messages}} in {name}', { count, name })}
        </Button>
      </div>
    );
  });
}

function WithoutFamily() {
  const status = useAppSelector(selectFamiliesStatus);
  if (status === 'idle' || status === 'loading')
    return (
      <div className="chat-empty" aria-busy="true">
        <p role="status">{t('Loading...')}</p>
      </div>
    );
  return (
    <div className="chat-empty">
      <NoFamily
        icon={<ChatIcon />}
        hint={t('Create a family, or join one with its invitation code, to write to each other.')}
      />
    </div>
  );
}
