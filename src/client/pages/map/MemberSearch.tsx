import { t } from '#client/i18n/text';
import type { KeyboardEvent } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { selectPanel } from '#client/features/families/selectors';
import { panelMoved } from '#client/features/families/slice';
import type { MemberPresence } from '#client/features/locations/presence';
import { memberSelected } from '#client/features/locations/slice';
import './member-search.css';

interface MemberSearchProps {
  /** The members that are found. */
  found: readonly MemberPresence[];
}

/** Finds members of a large family by their name or the place where they are; Enter selects the only one that is found. The text stays while another page is open. */
export function MemberSearch({ found }: MemberSearchProps) {
  const count = found.length;
  const dispatch = useAppDispatch();
  const text = useAppSelector((state) => selectPanel(state).search);
  /** Then what is found has room above the keyboard of a phone. */
  function raise(field: HTMLInputElement): void {
    dispatch(panelMoved({ height: 'full', search: field.value }));
    requestAnimationFrame(() => field.scrollIntoView?.({ block: 'start' }));
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.defaultPrevented) dispatch(panelMoved({ search: '' }));
    const [first, ...others] = found;
    // With Enter, an input method takes over a word as well.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text === '') return;
    if (first && others.length === 0) dispatch(memberSelected({ userId: first.member.id }));
  }
  const label = t('Find a member');
  return (
    <div className="member-search">
      <input
        type="search"
        className="field-input"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={({ target }) => raise(target)}
        onKeyDown={onKeyDown}
        onClick={({ currentTarget }) => raise(currentTarget)}
      />
      <p className={count > 0 ? 'visually-hidden' : undefined} role="status">
        {text === ''
          ? ''
          : count === 0
            ? t('No member found. Type a name or a place.')
            : t('{count, plural, one {# member} other {# members}}', { count })}
      </p>
    </div>
  );
}
