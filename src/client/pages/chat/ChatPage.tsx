import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import {
  selectFamilies,
  selectFamiliesStatus,
  selectSelectedFamily,
} from '#client/features/families/selectors';
import { familySelected } from '#client/features/families/slice';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
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
        <FamilyChoice />
        {family ? <Conversation key={family.id} familyId={family.id} /> : <WithoutFamily />}
        {/* Not the key of the conversation: React would keep a conversation whose family is gone. */}
        <Composer key={`composer ${family?.id}`} familyId={family?.id ?? null} />
      </main>
    </div>
  );
}

/** Whose chat it is; a choice where there are several. */
function FamilyChoice() {
  const dispatch = useAppDispatch();
  const families = useAppSelector(selectFamilies);
  const selected = useAppSelector(selectSelectedFamily);
  if (!selected) return null;
  if (families.length < 2) return <p className="chat-family">{selected.name}</p>;
  return (
    <div className="chat-choice">
      <SelectField
        label={t('Family')}
        value={selected.id}
        onChange={(event) => dispatch(familySelected({ familyId: event.target.value }))}
        options={families.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  );
}

function WithoutFamily() {
  const { Link } = useNavigation();
  const status = useAppSelector(selectFamiliesStatus);
  if (status === 'idle' || status === 'loading')
    return (
      <div className="chat-empty" aria-busy="true">
        <p role="status">{t('Loading...')}</p>
      </div>
    );
  return (
    <div className="chat-empty">
      <EmptyState
        icon={<ChatIcon />}
        title={t('No family yet')}
        hint={t('Create a family, or join one with its invitation code, to write to each other.')}
        action={
          <Link className={buttonClass('primary')} to="/family-setup">
            {t('Create or join a family')}
          </Link>
        }
      />
    </div>
  );
}
