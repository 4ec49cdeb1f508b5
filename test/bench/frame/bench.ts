/** Figures of one measurement, by key. */
export type Figures = Readonly<Record<string, number>>;

/** What a figure means. */
export interface FigureKind {
  /** Heading of its column, with the unit: 'CPU µs per delivery'. */
  readonly title: string;
  /** Set when the report shows the ratio of the product to each reference. */
  readonly compared?: 'less is better' | 'more is better';
}

export interface Measurement {
  /** Number of the run, from 0. */
  readonly run: number;
  /** File for a profile of the measured work; undefined when no profile is wanted. */
  readonly profileTo?: string;
}

/** One way to do the work. */
export interface Variant {
  readonly name: string;
  measure(measurement: Measurement): Promise<Figures> | Figures;
}

/** The same work, done by the product and by the references, which take turns within every run. */
export interface Case {
  readonly title: string;
  readonly product: Variant;
  readonly references: readonly Variant[];
}

export interface Bench {
  /** Heading in docs/benchmarks.md. */
  readonly title: string;
  /** What is measured and the goal, in one or two sentences. */
  readonly about: string;
  readonly figures: Readonly<Record<string, FigureKind>>;
  cases(): readonly Case[] | Promise<readonly Case[]>;
  readonly runs: number;
  /**
   * Set when a measurement takes less than a second and less is better: a run is then the best of three turns, because
   * other programs slow a short measurement down more than a long one.
   */
  readonly isShort?: true;
  /** Set when other processes do the work; they then write `profileTo` themselves. */
  readonly writesOwnProfile?: true;
  /** Runs after the last run, also after a failure. */
  tearDown?(): Promise<void>;
}

/** Servers and pages that stay open for all runs of a bench, so that each run measures warm ones. */
export interface ResourceCache<Key, Resource> {
  /** Opens the resource on first use. */
  get(key: Key): Promise<Resource>;
  /** Closes every open resource, for `tearDown`. */
  closeAll(): Promise<void>;
}

export function createResourceCache<Key, Resource>(
  open: (key: Key) => Promise<Resource>,
  close: (resource: Resource) => unknown = () => undefined,
): ResourceCache<Key, Resource> {
  const resources = new Map<Key, Promise<Resource>>();
  return {
    get(key) {
      const resource = resources.get(key) ?? open(key);
      resources.set(key, resource);
      return resource;
    },
    async closeAll() {
      const all = [...resources.values()];
      resources.clear();
      // A failed `open` has already rejected `get`; it must not keep the other resources open.
      for (const opened of await Promise.allSettled(all))
        if (opened.status === 'fulfilled') await close(opened.value);
    },
  };
}
