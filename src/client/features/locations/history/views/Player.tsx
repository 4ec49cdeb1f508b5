import { t } from '#client/i18n/text';
import { useId } from 'react';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { PauseIcon, PlayIcon } from '#client/ui/historyIcons.tsx';
import { RoundButton } from '#client/ui/RoundButton.tsx';
import { Slider } from '#client/ui/controls.tsx';
import { clockTime } from '../messages';
import { selectDay, selectPlayer, selectPlayhead, selectZone } from '../selectors';
import { pausePressed, playPressed, playbackSeeked, speedChosen } from '../slice';

/** How many times faster than real. */
const SPEEDS = [1, 10, 60, 300, 600];
const SECOND_MS = 1_000;
/** How many presses of an arrow key lead from the beginning to the end: by seconds, a day would take 86,400. */
const KEY_PRESSES = 300;

/** Plays the day, and lets the user choose a time. */
export function Player() {
  const dispatch = useAppDispatch();
  const day = useAppSelector(selectDay);
  const head = useAppSelector(selectPlayhead);
  const { playing } = useAppSelector(selectPlayer);
  const zone = useAppSelector(selectZone);
  if (!day || !head) return null;
  const { times } = day.track;
  const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0];
  if (start === end) return null;
  const seconds = Math.ceil((end - start) / SECOND_MS);
  const step = Math.ceil(seconds / KEY_PRESSES);
  const time = clockTime(head.at, zone);
  return (
    <section className="history-player" aria-label={t('Player')}>
      <RoundButton
        label={t(playing ? 'Pause' : 'Play the day')}
        icon={playing ? <PauseIcon /> : <PlayIcon />}
        active={playing}
        onClick={() => dispatch(playing ? pausePressed() : playPressed())}
      />
      <Slider
        label={t('Time')}
        min={0}
        max={Math.ceil(seconds / step) * step}
        step={step}
        value={Math.floor((head.at - start) / SECOND_MS)}
        shown={head.inGap ? t('{time}, no position', { time }) : time}
        onChange={(event) =>
          dispatch(playbackSeeked({ at: Math.min(end, start + Number(event.target.value) * SECOND_MS) }))
        }
      />
      <Speed />
    </section>
  );
}

function Speed() {
  const dispatch = useAppDispatch();
  const id = useId();
  const { speed } = useAppSelector(selectPlayer);
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {t('Speed')}
      </label>
      <select
        id={id}
        className="field-input history-speed"
        value={speed}
        onChange={(event) => dispatch(speedChosen({ speed: Number(event.target.value) }))}
      >
        {SPEEDS.map((times) => (
          <option key={times} value={times}>
            {times === 1 ? t('Real time') : t('{times}×', { times })}
          </option>
        ))}
      </select>
    </>
  );
}
