import { IconButton } from '#client/ui/RoundButton.tsx';
import { SelectField, Slider } from '#client/ui/controls.tsx';
import { type LogPlayer, type LogPlayerState, SPEEDS, type Speed } from '../logPlayer';
import { PauseIcon, PlayIcon } from '#client/ui/historyIcons.tsx';
import { Icon } from '#client/ui/formIcons.tsx';

const SPEED_OPTIONS = SPEEDS.map((speed) => ({ value: String(speed), label: `${speed} ×` }));

/** Position in the log, with the controls of the player. */
export function ReplayTimeline({ player, state }: { player: LogPlayer; state: LogPlayerState }) {
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

function StepBackIcon() {
  return (
    <Icon>
      <path d="M18 5v14l-9.5-7L18 5ZM6 5v14" />
    </Icon>
  );
}

function StepForwardIcon() {
  return (
    <Icon>
      <path d="M6 5v14l9.5-7L6 5ZM18 5v14" />
    </Icon>
  );
}
