import { IconButton } from '#client/ui/Button.tsx';
import { SelectField, Slider } from '#client/ui/controls.tsx';
import { type Player, type PlayerState, SPEEDS, type Speed } from '../player';
import { PauseIcon, PlayIcon, StepBackIcon, StepForwardIcon } from './icons';

const SPEED_OPTIONS = SPEEDS.map((speed) => ({ value: String(speed), label: `${speed} ×` }));

/** Where we are in the log, and how one gets elsewhere. */
export function TimeLine({ player, state }: { player: Player; state: PlayerState }) {
  const { position, playing, speed } = state;
  const { length } = player.playback;
  return (
    <section className="replay-time-line" aria-label="Time line">
      <Slider
        label="Action"
        shown={`${position.toLocaleString('en')} of ${length.toLocaleString('en')}`}
        min={0}
        max={length}
        value={position}
        onChange={({ target }) => {
          player.pause();
          player.jump(Number(target.value));
        }}
      />
      <div className="replay-buttons">
        <IconButton
          label="One action back"
          icon={<StepBackIcon />}
          disabled={position === 0}
          onClick={() => player.step(-1)}
        />
        <IconButton
          label={playing ? 'Pause' : 'Play'}
          icon={playing ? <PauseIcon /> : <PlayIcon />}
          disabled={length === 0}
          onClick={playing ? player.pause : player.play}
        />
        <IconButton
          label="One action on"
          icon={<StepForwardIcon />}
          disabled={position === length}
          onClick={() => player.step(1)}
        />
        <SelectField
          label="Speed"
          options={SPEED_OPTIONS}
          value={speed}
          onChange={({ target }) => player.setSpeed(Number(target.value) as Speed)}
        />
      </div>
    </section>
  );
}
