import { t } from '#client/i18n/text';
import { type ChangeEvent, type FormEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { errorMessage } from '#client/i18n/errors';
import { lengthOf, problemWithMessage } from '#contract/messageText';
import { SendIcon } from '#client/ui/SendIcon.tsx';
import { useOnLeave, useTouch } from '#client/ui/hooks';
import { selectDraft } from '../selectors';
import { draftChanged, draftLeft, messageSubmitted } from '../slice';
import { PositionProblem, SharePosition } from './SharePosition';

/** From this many characters before the end on, what is left is shown. */
const WARN_LEFT = 200;

function problemIn(content: string): string | null {
  const code = content === '' ? null : problemWithMessage(content);
  return code === null ? null : errorMessage({ code });
}

/** The form for a message. A submitted message is in the list at once, before the server has it. */
export function Composer({ familyId }: { familyId: string | null }) {
  const dispatch = useAppDispatch();
  const [draft, setDraft] = useDraft(familyId);
  const field = useRef<HTMLTextAreaElement>(null);
  const content = draft.trim();
  const problem = problemIn(content);

  function change({ target }: ChangeEvent<HTMLTextAreaElement>) {
    setDraft(target.value);
    if (familyId !== null) dispatch(draftChanged({ familyId, isEmpty: target.value.trim() === '' }));
  }

  function submit(event?: FormEvent) {
    event?.preventDefault();
    field.current?.focus();
    if (familyId === null || content === '' || problem !== null) return;
    dispatch(messageSubmitted({ familyId, content }));
    setDraft('');
  }

  return (
    <form className="chat-composer" onSubmit={submit} noValidate>
      <PositionProblem />
      <Limit
        length={content.length > MESSAGE_MAX_LENGTH - WARN_LEFT ? lengthOf(content) : 0}
        problem={problem}
      />
      <div className="chat-composer-row">
        <SharePosition familyId={familyId} />
        <MessageField
          ref={field}
          draft={draft}
          isInvalid={problem !== null}
          disabled={familyId === null}
          onChange={change}
          onSubmit={submit}
        />
        <button
          type="submit"
          className="chat-send"
          aria-label={t('Send')}
          title={t('Send')}
          disabled={familyId === null || content === '' || problem !== null}
        >
          <SendIcon />
        </button>
      </div>
    </form>
  );
}

interface MessageFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  draft: string;
  isInvalid: boolean;
  disabled: boolean;
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  onSubmit: () => void;
}

function MessageField({ ref, draft, isInvalid, disabled, onChange, onSubmit }: MessageFieldProps) {
  const touch = useTouch();

  /** Enter sends where there is a keyboard with Shift; on a touch screen it begins a line, as everywhere there. */
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || touch) return;
    event.preventDefault();
    onSubmit();
  }

  const placeholder = t(disabled ? 'Join a family to write' : 'Write a message');
  return (
    <span className="chat-field" data-text={draft}>
      <textarea
        ref={ref}
        className="field-input chat-input"
        aria-label={t('Message')}
        aria-describedby="chat-limit"
        aria-invalid={isInvalid}
        placeholder={placeholder}
        rows={1}
        dir="auto"
        enterKeyHint={touch ? 'enter' : 'send'}
        value={draft}
        disabled={disabled}
        onChange={onChange}
        onKeyDown={press}
      />
    </span>
  );
}

/** What is half written is the form's own; a form that goes, or is hidden, leaves it behind for the next. */
function useDraft(familyId: string | null) {
  const dispatch = useAppDispatch();
  const left = useAppSelector((state) => selectDraft(state, familyId));
  const [typed, setTyped] = useState<string | null>(null);
  useOnLeave(() => {
    if (familyId !== null && typed !== null && typed !== left)
      dispatch(draftLeft({ familyId, content: typed }));
  });
  return [typed ?? left, setTyped] as const;
}

function Limit({ length, problem }: { length: number; problem: string | null }) {
  const left = MESSAGE_MAX_LENGTH - length;
  return (
    <p id="chat-limit" className="chat-limit" role={problem === null ? undefined : 'alert'}>
      {problem ??
        (length > 0 && left <= WARN_LEFT
          ? t('{left, plural, one {# character left} other {# characters left}}', { left })
          : null)}
    </p>
  );
}
