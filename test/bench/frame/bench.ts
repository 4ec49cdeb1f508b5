/** What one measurement gives, by the key of the figure. */
export type Figures = Readonly<Record<string, number>>;

/** What a figure means. */
export interface FigureKind {
  /** With its unit, as it stands above the column: 'CPU µs a delivery'. */
  readonly title: string;
  /** Whether a ratio of ours to the reference is shown, and which way is good. */
  readonly compared?: 'less is better' | 'more is better';
}

export interface Measurement {
  /** Number of the run, from 0. */
  readonly run: number;
  /** Where to write a profile of what is measured; undefined when none is asked for. */
  readonly profileTo?: string;
}

/** One way to do the thing. */
export interface Contestant {
  readonly name: string;
  measure(measurement: Measurement): Promise<Figures> | Figures;
}

/** The same work, done by us and by the references. They take turns within every run. */
export interface Case {
  readonly title: string;
  readonly ours: Contestant;
  readonly references: readonly Contestant[];
}

export interface Bench {
  /** Heading in docs/benchmarks.md. */
  readonly title: string;
  /** What is measured and what the goal is, in one or two sentences for a reader. */
  readonly about: string;
  readonly figures: Readonly<Record<string, FigureKind>>;
  cases(): readonly Case[] | Promise<readonly Case[]>;
  /** One where every run gives the same, as with a seeded simulation; more than the default where runs are short. */
  readonly runs?: number;
  /**
   * Set where a measurement takes less than a second and less is better: a run is then the best of three turns. Others
   * on the machine slow it down for half a second at a time, which longer measurements have in them anyway.
   */
  readonly isShort?: true;
  /** Set where the work is done by processes of the bench's own, which then write `profileTo` themselves. */
  readonly profilesItself?: true;
  /** After the last run, whatever happened. */
  tearDown?(): Promise<void>;
}
