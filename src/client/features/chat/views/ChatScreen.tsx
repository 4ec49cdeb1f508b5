import { useAppDispatch, useAppSelector, useNavigation } from '../../../app/hooks';
import { AppHeader } from '../../../ui/AppHeader';
import { buttonClass } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { BackIcon, ChatIcon } from '../../../ui/icons';
import { SelectField } from '../../../ui/SelectField';
import { selectFamilies, selectFamiliesStatus, selectSelectedFamily } from '../../families/selectors';
import { familySelected } from '../../families/slice';
import { NetworkBanner } from '../../session/views/NetworkBanner';
import { Composer } from './Composer';
import { Conversation } from './Conversation';
import { LeftBehind } from './LeftBehind';
import './chat.css';

/** /chat: what the selected family writes to each other. */
export function ChatScreen() {
  const family = useAppSelector(selectSelectedFamily);
  return (
    <div className="chat">
      <AppHeader title="Family Chat" leading={<BackLink />} />
      <NetworkBanner offline="What you write is sent later." />
      <main className="chat-main">
        <LeftBehind />
        <FamilyChoice />
        {family ? <Conversation key={family.id} familyId={family.id} /> : <WithoutFamily />}
        <Composer key={family?.id ?? ''} familyId={family?.id ?? null} />
      </main>
    </div>
  );
}

function BackLink() {
  const { Link } = useNavigation();
  return (
    <Link to="/" className="icon-button">
      <BackIcon />
      <span className="visually-hidden">Back to the map</span>
    </Link>
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
        label="Family"
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
        <p role="status">Loading...</p>
      </div>
    );
  return (
    <div className="chat-empty">
      <EmptyState
        icon={<ChatIcon />}
        title="No family yet"
        hint="Create a family, or join one with its invitation code, to write to each other."
        action={
          <Link className={buttonClass('primary')} to="/family-setup">
            Create or join a family
          </Link>
        }
      />
    </div>
  );
}
