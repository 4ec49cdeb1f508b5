import { t } from '#client/i18n/text';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { PlaceIcon } from '#client/ui/actionIcons.tsx';
import { SearchIcon } from '#client/ui/editorIcons.tsx';
import { LiveRegion } from '#client/ui/overlays.tsx';
import { TextField } from '#client/ui/Form.tsx';
import { selectAddressSearch } from '../selectors';
import { type AddressSearch as SearchState, addressSubmitted, placePicked } from '../slice';

/** Finds a place by its address: on Enter or the button only, because the public service forbids asking while one types. */
export function AddressSearch() {
  const dispatch = useAppDispatch();
  const search = useAppSelector(selectAddressSearch);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);

  function ask() {
    if (text.trim() !== '') dispatch(addressSubmitted({ text: text.trim() }));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // It asks for the address, not for the geofence.
    event.preventDefault();
    ask();
  }

  return (
    <div className="address-search">
      <div className="address-search-row">
        <TextField
          ref={field}
          label={t('Search Address')}
          value={text}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button icon={<SearchIcon />} busy={search.status === 'searching'} onClick={ask}>
          {t('Search')}
        </Button>
      </div>
      <LiveRegion>{outcomeOf(search)}</LiveRegion>
      {isOutcomeShown(search) ? <p className="field-hint">{outcomeOf(search)}</p> : null}
      <Results search={search} onPicked={() => field.current?.focus()} />
    </div>
  );
}

/** Results speak for themselves; their absence is said. */
function isOutcomeShown({ status, results }: SearchState): boolean {
  return status === 'failed' || (status === 'found' && results.length === 0);
}

function outcomeOf({ status, results }: SearchState): string {
  if (status === 'searching') return t('Searching...');
  if (status === 'failed') return t('The address search cannot be reached right now. Try again in a moment.');
  if (status !== 'found') return '';
  if (results.length === 0) return t('Nothing was found. Try fewer words, or set the place by hand.');
  return t('{count, plural, one {# place found} other {# places found}}', { count: results.length });
}

interface ResultsProps {
  search: SearchState;
  /** Before the list goes, and what has the focus with it. */
  onPicked: () => void;
}

function Results({ search, onPicked }: ResultsProps) {
  const dispatch = useAppDispatch();
  if (search.results.length === 0) return null;
  return (
    <ul className="address-results" role="list" aria-label={t('Places found')}>
      {search.results.map(({ name, latitude, longitude }) => (
        <li key={`${latitude} ${longitude} ${name}`}>
          <button
            type="button"
            className="address-result"
            onClick={() => {
              onPicked();
              dispatch(placePicked({ latitude, longitude }));
            }}
          >
            <PlaceIcon />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
